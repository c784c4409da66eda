// The pages of codes: a click on the code of a message, or the action that explains it, shows its page, which the server
// brings along. No network is needed.

import * as vscode from "vscode";
import type { LanguageClient, Middleware } from "vscode-languageclient/node";

const SCHEME = "sdkc-page";
/** The command of the server's actions; here it shows the page beside the text. */
export const EXPLAIN = "sdkc.explain";

/** Offers the pages as read-only documents. */
export function registerPages(client: () => LanguageClient | undefined): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent(uri) {
      const code = uri.path.replace(/^\/|\.md$/g, "");
      const running = client();
      return running === undefined ? "The language server is not running." : running.sendRequest<string>("sdkc/explain", { code });
    },
  });
}

/** Shows the page of a code; without one, of the first message at the cursor. */
export async function explain(code: unknown): Promise<void> {
  const named = typeof code === "string" ? code : codeAtCursor();
  if (named === undefined) {
    void vscode.window.showInformationMessage("sdkc: nothing is wrong here");
    return;
  }
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${named}.md` });
  try {
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  } catch {
    // Without VS Code's Markdown extension the page is shown as text.
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }
}

function codeAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const at = editor.selection.active;
  const ours = vscode.languages.getDiagnostics(editor.document.uri).filter((it) => it.source === "sdkc");
  const here = ours.find((it) => it.range.contains(at)) ?? ours.find((it) => it.range.start.line === at.line);
  return here === undefined ? undefined : codeOf(here);
}

function codeOf(diagnostic: vscode.Diagnostic): string | undefined {
  const { code } = diagnostic;
  return code === undefined ? undefined : String(typeof code === "object" ? code.value : code);
}

/** Makes the codes of messages links to their pages. */
function link(diagnostics: readonly vscode.Diagnostic[]): void {
  for (const it of diagnostics) {
    const code = codeOf(it);
    if (code !== undefined) {
      it.code = { value: code, target: vscode.Uri.parse(`command:${EXPLAIN}?${encodeURIComponent(JSON.stringify([code]))}`) };
    }
  }
}

export const links: Middleware = {
  handleDiagnostics(uri, diagnostics, next) {
    link(diagnostics);
    next(uri, diagnostics);
  },
  async provideDiagnostics(document, previousResultId, token, next) {
    const report = await next(document, previousResultId, token);
    if (report?.kind === "full") {
      link(report.items);
    }
    return report;
  },
  executeCommand(command, args, next) {
    return command === EXPLAIN ? explain(args[0]) : next(command, args);
  },
};
