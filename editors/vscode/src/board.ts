// The board beside the text: a panel that follows the puzzle under the cursor. It draws what the server says, hands
// clicks back as edits of the text, and lets a search be watched.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Board, FromView, SetCell, SetCellAnswer, Steps, ToView } from "./protocol";

/** After a change so long is waited for the next one before the board is drawn anew, in milliseconds. */
const PAUSE = 40;
/** The server has a newer text than the edit was made for. */
const CONTENT_MODIFIED = -32801;

export class BoardPanel {
  private static current: BoardPanel | undefined;

  /** Opens the panel beside the text, or brings it to the front. */
  static show(context: vscode.ExtensionContext, client: () => LanguageClient | undefined): void {
    const document = vscode.window.activeTextEditor?.document;
    if (BoardPanel.current === undefined) {
      BoardPanel.current = new BoardPanel(context.extensionUri, client);
    }
    if (document?.languageId === "sdk") {
      BoardPanel.current.follow(document);
    }
    BoardPanel.current.panel.reveal(vscode.ViewColumn.Beside, true);
  }

  /** Draws the panel anew, where it is open. */
  static refresh(): void {
    BoardPanel.current?.later();
  }

  private readonly panel: vscode.WebviewPanel;
  private readonly listeners: vscode.Disposable[] = [];
  private document: vscode.TextDocument | undefined;
  private puzzle: number | undefined;
  private layer = 0;
  private timer: NodeJS.Timeout | undefined;
  private watched: { id: number; version: number } | undefined;
  /** Edits are made one after the other, each for the text that the one before left. */
  private edits: Promise<void> = Promise.resolve();

  private constructor(
    root: vscode.Uri,
    private readonly client: () => LanguageClient | undefined,
  ) {
    const files = ["out", "media"].map((folder) => vscode.Uri.joinPath(root, folder));
    this.panel = vscode.window.createWebviewPanel(
      "sdkc.board",
      "Board",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: files },
    );
    const image = (name: string) => vscode.Uri.joinPath(root, "images", name);
    this.panel.iconPath = { light: image("board-light.svg"), dark: image("board-dark.svg") };
    this.panel.webview.html = page(this.panel.webview, root);
    this.panel.onDidDispose(() => this.dispose());
    this.listeners.push(
      this.panel.webview.onDidReceiveMessage((message: FromView) => void this.hear(message)),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.languageId === "sdk") {
          this.follow(editor.document);
        }
      }),
      vscode.window.onDidChangeTextEditorSelection((change) => {
        const isUser = change.kind === vscode.TextEditorSelectionChangeKind.Mouse || change.kind === vscode.TextEditorSelectionChangeKind.Keyboard;
        if (isUser && change.textEditor.document === this.document) {
          this.puzzle = undefined;
          this.later();
        }
      }),
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document === this.document && change.contentChanges.length > 0) {
          this.later();
        }
      }),
      vscode.languages.onDidChangeDiagnostics((change) => {
        if (change.uris.some((uri) => uri.toString() === this.document?.uri.toString())) {
          this.later();
        }
      }),
      vscode.workspace.onDidCloseTextDocument((closed) => {
        if (closed === this.document) {
          this.document = undefined;
          this.later();
        }
      }),
    );
  }

  private dispose(): void {
    BoardPanel.current = undefined;
    clearTimeout(this.timer);
    void this.stopWatching();
    this.listeners.forEach((listener) => listener.dispose());
  }

  private follow(document: vscode.TextDocument): void {
    if (document !== this.document) {
      this.document = document;
      this.puzzle = undefined;
      this.layer = 0;
    }
    this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), PAUSE);
  }

  private tell(message: ToView): void {
    void this.panel.webview.postMessage(message);
  }

  private async draw(): Promise<void> {
    const [client, document] = [this.client(), this.document];
    if (client === undefined || document === undefined) {
      const why = client === undefined ? "The language server is not running." : "Open a .sdk file to see its board.";
      this.tell({ type: "nothing", why });
      return;
    }
    if (this.watched !== undefined && this.watched.version !== document.version) {
      await this.stopWatching();
    }
    const position = this.cursor(document);
    const board = await client.sendRequest<Board | null>("sdkc/board", {
      uri: client.code2ProtocolConverter.asUri(document.uri),
      puzzle: this.puzzle,
      position: { line: position.line, character: position.character },
      layer: this.layer,
    });
    if (board === null) {
      this.tell({ type: "nothing", why: "There is no puzzle here whose shape is known." });
      return;
    }
    this.puzzle = board.puzzle;
    this.layer = board.firstLayer;
    this.panel.title = board.name ?? "Board";
    const strategy = vscode.workspace.getConfiguration("sdkc", document).get<string>("strategy", "auto");
    this.tell({ type: "board", board, file: vscode.workspace.asRelativePath(document.uri), strategy });
  }

  private cursor(document: vscode.TextDocument): vscode.Position {
    const editor = vscode.window.visibleTextEditors.find((it) => it.document === document);
    return editor?.selection.active ?? new vscode.Position(0, 0);
  }

  private async hear(message: FromView): Promise<void> {
    switch (message.type) {
      case "ready":
        return this.draw();
      case "set":
        this.edits = this.edits.then(() => this.set(message.cell, message.value, message.state));
        return this.edits;
      case "layer":
        this.layer = message.layer;
        return this.draw();
      case "puzzle":
        this.puzzle = message.puzzle;
        this.layer = 0;
        return this.draw();
      case "watch":
        return this.watch(message.strategy);
      case "next":
        return this.next(message.steps);
      case "stop":
        return this.stopWatching();
      case "solve":
        return this.command("sdkc.solve");
      case "nextStep":
        return this.command("sdkc.nextStep");
      default:
        return undefined;
    }
  }

  private async command(command: string): Promise<void> {
    const [client, document] = [this.client(), this.document];
    if (client !== undefined && document !== undefined) {
      const uri = client.code2ProtocolConverter.asUri(document.uri);
      await client.sendRequest("workspace/executeCommand", { command, arguments: [uri, this.puzzle ?? 0] });
    }
  }

  /** Puts a value into the text; once more where the text changed on the way. */
  private async set(cell: number, value: number, state: boolean): Promise<void> {
    const [client, document] = [this.client(), this.document];
    if (client === undefined || document === undefined) {
      return;
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      const { version } = document;
      const uri = client.code2ProtocolConverter.asUri(document.uri);
      const params: SetCell = { uri, version, puzzle: this.puzzle ?? 0, cell, value, state };
      try {
        const answer = await client.sendRequest<SetCellAnswer>("sdkc/setCell", params);
        const edit = await client.protocol2CodeConverter.asWorkspaceEdit(answer);
        if (document.version === version && (edit.size === 0 || (await vscode.workspace.applyEdit(edit)))) {
          return;
        }
      } catch (error) {
        if ((error as { code?: number }).code !== CONTENT_MODIFIED) {
          this.tell({ type: "refused", why: words(error) });
          return;
        }
      }
    }
    this.tell({ type: "refused", why: "the text is changing" });
  }

  private async watch(strategy: string | null): Promise<void> {
    await this.stopWatching();
    const [client, document] = [this.client(), this.document];
    if (client === undefined || document === undefined) {
      return;
    }
    try {
      const uri = client.code2ProtocolConverter.asUri(document.uri);
      this.watched = await client.sendRequest("sdkc/watch/start", { uri, puzzle: this.puzzle ?? 0, strategy });
      this.tell({ type: "watching" });
    } catch (error) {
      this.tell({ type: "watchFailed", why: words(error) });
    }
  }

  private async next(steps: number): Promise<void> {
    const [client, watched] = [this.client(), this.watched];
    if (client === undefined || watched === undefined) {
      return;
    }
    try {
      const answer = await client.sendRequest<Steps>("sdkc/watch/next", { id: watched.id, steps });
      if (this.watched === watched) {
        this.tell({ type: "steps", answer });
        this.watched = answer.end === null ? watched : undefined;
      }
    } catch (error) {
      if (this.watched === watched) {
        this.watched = undefined;
        this.tell({ type: "watchFailed", why: words(error) });
      }
    }
  }

  private async stopWatching(): Promise<void> {
    const watched = this.watched;
    this.watched = undefined;
    if (watched !== undefined) {
      await this.client()?.sendRequest("sdkc/watch/stop", { id: watched.id });
    }
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function page(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const file = (...parts: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(root, ...parts)).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file("media", "board.css")}">
<title>Board</title>
</head>
<body>
<main id="app"></main>
<script nonce="${nonce}" src="${file("out", "view.js")}"></script>
</body>
</html>`;
}
