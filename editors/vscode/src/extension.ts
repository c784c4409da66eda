// The extension: starts the language server and offers its commands. What a puzzle means is known by the server alone.

import * as vscode from "vscode";
import { LanguageClient, State, Trace, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { BoardPanel } from "./board";
import { explain, links, registerPages } from "./explain";
import { newPuzzle } from "./newPuzzle";
import { find, type Found, NoServer } from "./server";

let client: LanguageClient | undefined;
let server: Found | undefined;
let problem: string | undefined;

/** What other extensions (and our tests) may ask of this one. */
export interface Api {
  /** The running client, or undefined where no server was found. */
  client(): LanguageClient | undefined;
  /** The server that runs. */
  server(): Found | undefined;
  /** Why none runs, in the words that the user sees. */
  problem(): string | undefined;
}

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const log = vscode.window.createOutputChannel("sdkc", { log: true });
  context.subscriptions.push(log, registerPages(() => client));
  const command = (name: string, run: (...args: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));

  command("sdkc.solvePuzzle", () => onServer("sdkc.solve"));
  command("sdkc.checkPuzzle", () => onServer("sdkc.check"));
  command("sdkc.nextStepOfPuzzle", () => onServer("sdkc.nextStep"));
  command("sdkc.newPuzzle", () => newPuzzle());
  command("sdkc.explainMessage", (code?: unknown) => explain(code));
  command("sdkc.showBoard", () => BoardPanel.show(context, () => client));
  command("sdkc.showLog", () => log.show());
  command("sdkc.restartServer", async () => {
    await stop();
    await start(context, log);
  });
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("sdkc.server.path")) {
        await stop();
        await start(context, log);
      } else if (change.affectsConfiguration("sdkc.server.trace")) {
        await trace();
      }
    }),
  );
  await start(context, log);
  return { client: () => client, server: () => server, problem: () => problem };
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function stop(): Promise<void> {
  const before = client;
  client = undefined;
  server = undefined;
  if (before?.state === State.Running || before?.state === State.Starting) {
    await before.dispose();
  }
}

async function start(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<void> {
  problem = undefined;
  try {
    const found = await find(context);
    log.info(`sdkc ${found.version}: ${found.path}`);
    const run: ServerOptions = { command: found.path, args: ["lsp"] };
    const options: LanguageClientOptions = {
      documentSelector: [{ language: "sdk" }],
      synchronize: { configurationSection: "sdkc" },
      initializationOptions: vscode.workspace.getConfiguration("sdkc"),
      outputChannel: log,
      markdown: { isTrusted: false, supportHtml: false },
      middleware: links,
    };
    const next = new LanguageClient("sdkc", "sdkc", run, options);
    await next.start();
    client = next;
    server = found;
    await trace();
    BoardPanel.refresh();
  } catch (error) {
    log.error(String(error));
    await tell(error);
  }
}

async function trace(): Promise<void> {
  const wanted = vscode.workspace.getConfiguration("sdkc").get<string>("server.trace", "off");
  await client?.setTrace(Trace.fromString(wanted));
}

async function tell(error: unknown): Promise<void> {
  const [settings, log] = ["Open Settings", "Show Log"];
  const words = error instanceof Error ? error.message : String(error);
  problem = words;
  const buttons = error instanceof NoServer && error.opensSettings ? [settings, log] : [log];
  // Not awaited by `activate`: the message may stay for as long as nobody closes it.
  void vscode.window.showErrorMessage(`sdkc: ${words}`, ...buttons).then((pressed) => {
    if (pressed === settings) {
      void vscode.commands.executeCommand("workbench.action.openSettings", "sdkc.server.path");
    } else if (pressed === log) {
      void vscode.commands.executeCommand("sdkc.showLog");
    }
  });
}

/** Runs a command of the server on the puzzle under the cursor. */
async function onServer(command: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "sdk") {
    void vscode.window.showInformationMessage("sdkc: open a .sdk file first");
    return;
  }
  if (client === undefined) {
    void vscode.window.showInformationMessage("sdkc: the language server is not running");
    return;
  }
  const at = editor.selection.active;
  await client.sendRequest("workspace/executeCommand", {
    command,
    arguments: [client.code2ProtocolConverter.asUri(editor.document.uri), { line: at.line, character: at.character }],
  });
}
