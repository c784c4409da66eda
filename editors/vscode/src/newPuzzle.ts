// The command New Puzzle: an untitled document with one of the whole puzzles that the server's completion offers.

import * as vscode from "vscode";

export async function newPuzzle(): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "sdk", content: "" });
  const editor = await vscode.window.showTextDocument(document);
  const start = new vscode.Position(0, 0);
  const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    start,
  );
  const puzzles = offered.items.filter(
    (item) => item.kind === vscode.CompletionItemKind.Snippet && text(item)?.value.startsWith("puzzle"),
  );
  const choice = await vscode.window.showQuickPick(
    puzzles.map((item) => ({ label: label(item), detail: documentation(item), snippet: text(item) })),
    { placeHolder: "Which board?" },
  );
  if (choice?.snippet !== undefined) {
    await editor.insertSnippet(choice.snippet, start);
  }
}

function text(item: vscode.CompletionItem): vscode.SnippetString | undefined {
  return item.insertText instanceof vscode.SnippetString ? item.insertText : undefined;
}

function label(item: vscode.CompletionItem): string {
  return typeof item.label === "string" ? item.label : item.label.label;
}

function documentation(item: vscode.CompletionItem): string {
  const doc = item.documentation;
  return (typeof doc === "string" ? doc : doc?.value) ?? "";
}
