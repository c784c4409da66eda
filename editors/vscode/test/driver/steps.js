// What a user does, one step after the other. Documents are real samples, copied into the workspace's two folders.

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const run = (name, ...args) => vscode.commands.executeCommand(name, ...args);
const folder = (at) => vscode.workspace.workspaceFolders[at].uri;
const at = (line, column) => new vscode.Position(line, column);

/** Waits until something is so. */
async function until(what, test, ms = 20_000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await test();
    if (found) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`waited in vain: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function open(uri) {
  const document = await vscode.workspace.openTextDocument(uri);
  return vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preview: false });
}

/** Opens a new file. Not an untitled document: the next one of those has the same name, and sometimes the same text. */
async function fresh(name, text) {
  const uri = vscode.Uri.joinPath(folder(0), name);
  fs.writeFileSync(uri.fsPath, text);
  return open(uri);
}

/** Closes the file of the active editor and removes it. */
async function discard(document) {
  await run("workbench.action.revertAndCloseActiveEditor");
  fs.rmSync(document.uri.fsPath);
}

const sample = (name, root = 0) => open(vscode.Uri.joinPath(folder(root), name));
const codes = (uri) => vscode.languages.getDiagnostics(uri).map((it) => String(it.code?.value ?? it.code));
const withCode = (uri, code) => until(`${code} of ${uri}`, () => vscode.languages.getDiagnostics(uri).find((it) => String(it.code?.value ?? it.code) === code));
const without = (uri, code) => until(`no ${code} of ${uri}`, () => !codes(uri).includes(code));

/** The place of the first match of a pattern. */
function find(document, pattern) {
  const match = pattern.exec(document.getText());
  assert.ok(match, `${pattern} is not in the text`);
  return document.positionAt(match.index);
}

async function replace(editor, range, text) {
  assert.ok(await editor.edit((edit) => edit.replace(range, text)));
}

async function hoverText(uri, position) {
  const hovers = await until("a hover", async () => {
    const found = await run("vscode.executeHoverProvider", uri, position);
    return found.length > 0 && found;
  });
  return hovers.flatMap((hover) => hover.contents).map((it) => it.value ?? it).join("\n");
}

/** Runs an action of the light bulb by its title. */
async function act(uri, position, title) {
  const range = new vscode.Range(position, position);
  const actions = await run("vscode.executeCodeActionProvider", uri, range);
  const action = actions.find((it) => title.test(it.title));
  assert.ok(action, `${title} is not among ${actions.map((it) => it.title).join("; ")}`);
  if (action.edit) {
    assert.ok(await vscode.workspace.applyEdit(action.edit));
  }
  if (action.command) {
    await run(action.command.command, ...(action.command.arguments ?? []));
  }
}

const signal = (name) => path.join(path.dirname(process.env.SDKC_DRIVER_OUT), name);

/** Lets the page look at what is open now, and waits until it has. */
async function seen(name) {
  fs.writeFileSync(signal(`${name}-open`), "");
  await until(`the page has looked at the ${name}`, () => fs.existsSync(signal(`${name}-seen`)), 50_000);
}

const extension = () => vscode.extensions.getExtension("sdkc.sdkc");

exports.steps = {
  async starts() {
    const editor = await sample("escargot.sdk");
    assert.equal(editor.document.languageId, "sdk");
    const api = await extension().activate();
    await until("the client", () => api.client());
    await until("the verdict over the puzzle", async () => {
      const lenses = await run("vscode.executeCodeLensProvider", editor.document.uri, 10);
      return lenses.some((lens) => lens.command?.title === "unique");
    });
    assert.deepEqual(codes(editor.document.uri), []);
    // Nothing is set and nothing is on the PATH: it is the one that was packed.
    assert.equal(api.server().path, path.join(extension().extensionPath, "server", "sdkc"));
    assert.equal(api.problem(), undefined);
  },

  async hovers() {
    const { document } = await sample("escargot.sdk");
    const row = find(document, /1 \. \. \| \. \. 7/);
    const text = await hoverText(document.uri, row.translate(0, 2));
    assert.match(text, /\*\*r1c2\*\*: 4 legal values/, text);
    assert.match(text, /7 is at r1c6 in row 1/);
    assert.match(await hoverText(document.uri, find(document, /expect/)), /expect/);
  },

  async edits_and_fixes() {
    const editor = await sample("escargot.sdk");
    const { document } = editor;
    const cell = find(document, /1 \. \. \| \. \. 7/).translate(0, 2);
    await replace(editor, new vscode.Range(cell, cell.translate(0, 1)), "1");
    const clash = await withCode(document.uri, "E0401");
    assert.equal(clash.relatedInformation?.length > 0, true, "the other culprit is named");
    assert.equal(clash.source, "sdkc");
    assert.match(await hoverText(document.uri, cell), /Each value stands once in every row/);
    await act(document.uri, clash.range.start, /Empty r1c2/);
    await without(document.uri, "E0401");
    assert.match(document.getText(), /1 \. \. \| \. \. 7/);
  },

  async explains() {
    const editor = await fresh("explained.sdk", "puzzle { blok 2 }\n");
    const { document } = editor;
    const { code, range } = await withCode(document.uri, "E0203");
    const preview = () => vscode.window.tabGroups.all.flatMap((it) => it.tabs).find((it) => /E0203/.test(it.label));
    const close = async () => vscode.window.tabGroups.close(await until("the page", preview));
    // A click on the code opens its target.
    assert.equal(code.target.scheme, "command");
    await run(code.target.path, ...JSON.parse(code.target.query));
    await close();
    await act(document.uri, range.start, /Explain E0203/);
    await close();
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(range.start, range.start);
    await run("sdkc.explainMessage");
    await close();
    const page = await vscode.workspace.openTextDocument(vscode.Uri.parse("sdkc-page:/E0203.md"));
    assert.match(page.getText(), /^# E0203: an unknown item/);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await discard(document);
  },

  async fixes_in_crlf_and_utf16() {
    const text = 'puzzle "😀ä" { blok 2\r\n}\r\n';
    const { document } = await fresh("crlf.sdk", text);
    const found = await withCode(document.uri, "E0203");
    assert.equal(document.getText(found.range), "blok");
    await act(document.uri, found.range.start, /block/);
    await without(document.uri, "E0203");
    assert.equal(document.getText(), text.replace("blok", "block"));
    await discard(document);
  },

  async formats() {
    const editor = await sample("sixteen-numbers.sdk");
    const { document } = editor;
    const tidy = document.getText();
    const line = document.lineAt(find(document, /givens/).line + 1);
    await replace(editor, line.range, line.text.trim().replace(/ +/g, "  "));
    const edits = await until("edits", async () => {
      const found = await run("vscode.executeFormatDocumentProvider", document.uri, { tabSize: 4, insertSpaces: true });
      return found?.length > 0 && found;
    });
    const whole = edits.some((edit) => edit.range.end.line - edit.range.start.line > 3);
    assert.ok(!whole, "the edits are small");
    await run("editor.action.formatDocument");
    await until("the text as it was", () => document.getText() === tidy);
    await run("workbench.action.files.save");
  },

  async solves_and_undoes() {
    const { document } = await sample("escargot.sdk");
    const before = document.getText();
    await run("sdkc.nextStepOfPuzzle");
    await until("one more value", () => document.getText() !== before);
    // As fast as keys are pressed: each waits for the edit of the one before.
    await Promise.all([run("sdkc.nextStepOfPuzzle"), run("sdkc.nextStepOfPuzzle"), run("sdkc.solvePuzzle")]);
    await until("a full grid", () => /1 6 2 \| 8 5 7 \| 4 9 3/.test(document.getText()));
    await until("still one solution", () => codes(document.uri).every((code) => !code.startsWith("E")));
    await run("undo");
    await until("the text as before", async () => {
      if (document.getText() === before) {
        return true;
      }
      await run("undo");
      return document.getText() === before;
    });
  },

  async completes() {
    const { document } = await sample("escargot.sdk");
    const cell = find(document, /1 \. \. \| \. \. 7/).translate(0, 2);
    const values = await run("vscode.executeCompletionItemProvider", document.uri, cell);
    const labels = values.items.filter((it) => it.kind === vscode.CompletionItemKind.Value).map((it) => it.label.label ?? it.label);
    assert.deepEqual(labels, ["2", "5", "6", "8"]);
  },

  async knows_the_structure() {
    const { document } = await sample("collection.sdk");
    const symbols = await until("symbols", async () => {
      const found = await run("vscode.executeDocumentSymbolProvider", document.uri);
      return found?.length > 1 && found;
    });
    assert.ok(symbols[0].children.some((child) => child.name === "givens"));
    const folds = await run("vscode.executeFoldingRangeProvider", document.uri);
    assert.ok(folds.length >= symbols.length);
    const legend = await run("vscode.provideDocumentSemanticTokensLegend", document.uri);
    const tokens = await run("vscode.provideDocumentSemanticTokens", document.uri);
    assert.ok(legend.tokenTypes.includes("given") && tokens.data.length > 50);
    const cell = find(document, /"[0-9.]{16}/).translate(0, 2);
    const marked = await run("vscode.executeDocumentHighlights", document.uri, cell);
    assert.ok(marked.length > 8, `${marked.length} peers and equals`);
    const selections = await run("vscode.executeSelectionRangeProvider", document.uri, [cell]);
    assert.equal(document.getText(selections[0].range).length, 1);
    const found = await run("vscode.executeWorkspaceSymbolProvider", symbols[0].name);
    assert.ok(found.some((it) => it.name === symbols[0].name));
  },

  async works_in_every_folder() {
    assert.equal(vscode.workspace.workspaceFolders.length, 2);
    const editor = await sample("twelve-by-twelve.sdk", 1);
    await replace(editor, new vscode.Range(at(0, 0), at(0, 0)), "puzzle { blok 2 }\n");
    await withCode(editor.document.uri, "E0203");
    await run("undo");
    await without(editor.document.uri, "E0203");
  },

  async takes_settings_at_once() {
    const { document } = await sample("escargot.sdk");
    const hints = () => run("vscode.executeInlayHintProvider", document.uri, new vscode.Range(0, 0, 40, 0));
    assert.equal((await hints())?.length ?? 0, 0, "off by default");
    const settings = vscode.workspace.getConfiguration("sdkc");
    await settings.update("inlayHints", true, vscode.ConfigurationTarget.Global);
    await until("hints", async () => ((await hints())?.length ?? 0) > 30);
    await settings.update("inlayHints", undefined, vscode.ConfigurationTarget.Global);
    await until("no hints", async () => ((await hints())?.length ?? 0) === 0);
  },

  async untitled_documents_live() {
    const document = await vscode.workspace.openTextDocument({ language: "sdk", content: "puzzle {\n    block 2\n    givens {\n        1 1 | . .\n        . . | . .\n        . . | . .\n        . . | . .\n    }\n}\n" });
    await vscode.window.showTextDocument(document);
    await withCode(document.uri, "E0401");
    assert.match(await hoverText(document.uri, at(4, 8)), /legal value/);
    await run("workbench.action.revertAndCloseActiveEditor");
    await until("nothing after it is closed", () => codes(document.uri).length === 0);
  },

  async foreign_files_get_one_note() {
    const { document } = await sample("sadman.sdk");
    await withCode(document.uri, "N0701");
    assert.equal(codes(document.uri).length, 1, codes(document.uri).join());
    await act(document.uri, at(0, 0), /Convert/);
    await until("the language", () => document.getText().startsWith("puzzle"));
    await without(document.uri, "N0701");
    await run("workbench.action.files.revert");
  },

  async restarts() {
    await run("sdkc.restartServer");
    const { document } = await sample("escargot.sdk");
    assert.match(await hoverText(document.uri, find(document, /1 \. \. \| \. \. 7/).translate(0, 2)), /4 legal values/);
  },

  async says_what_is_wrong_with_the_server() {
    const folder = path.dirname(process.env.SDKC_DRIVER_OUT);
    const program = (name, text, mode = 0o755) => {
      const at = path.join(folder, name);
      fs.writeFileSync(at, text, { mode });
      return at;
    };
    const wrong = [
      ["/nowhere/sdkc", /names \/nowhere\/sdkc, which does not exist/],
      [program("locked", "#!/bin/sh\n", 0o644), /may not be executed.*chmod \+x/],
      [program("foreign", "#!/no/such/loader\n"), /was built for another system.*cargo install --path crates\/cli/],
      [program("newer", "#!/bin/sh\necho \"sdkc: /lib/libc.so.6: version 'GLIBC_2.99' not found\" >&2; exit 1\n"), /was built for another system \(.*GLIBC_2\.99/],
      [program("other", "#!/bin/sh\necho other 1.0\n"), /is some other program: it answered "other 1\.0"/],
      [program("broken", "#!/bin/sh\necho no luck >&2; exit 3\n"), /does not run: no luck/],
    ];
    const api = extension().exports;
    const settings = vscode.workspace.getConfiguration("sdkc");
    const set = (at) => settings.update("server.path", at, vscode.ConfigurationTarget.Global);
    for (const [at, words] of wrong) {
      await set(at);
      await until(`${words}`, () => words.test(api.problem() ?? "")).catch((error) => {
        throw new Error(`${error.message}, but: ${api.problem()}`);
      });
      assert.equal(api.client(), undefined);
    }
    await set(process.env.SDKC_DRIVER_SERVER);
    await until("the one that is set", () => api.server()?.path === process.env.SDKC_DRIVER_SERVER);
    await set(undefined);
    await until("the one that is packed", () => api.server()?.path.startsWith(extension().extensionPath));
    await run("notifications.clearAll");
  },

  async finds_the_server_on_the_path() {
    const api = extension().exports;
    const packed = path.join(extension().extensionPath, "server");
    const before = process.env.PATH;
    fs.renameSync(packed, `${packed}-away`);
    try {
      process.env.PATH = `/nowhere:${path.dirname(process.env.SDKC_DRIVER_SERVER)}`;
      await run("sdkc.restartServer");
      assert.equal(api.server()?.path, process.env.SDKC_DRIVER_SERVER);
      process.env.PATH = "/nowhere";
      await run("sdkc.restartServer");
      assert.match(api.problem(), /No sdkc program was found/);
      await seen("message");
    } finally {
      process.env.PATH = before;
      fs.renameSync(`${packed}-away`, packed);
    }
    await run("notifications.clearAll");
    await run("sdkc.restartServer");
    const { document } = await sample("escargot.sdk");
    assert.match(await hoverText(document.uri, find(document, /1 \. \. \| \. \. 7/).translate(0, 2)), /4 legal values/);
  },

  async draws_the_board() {
    await run("workbench.action.closeAllEditors");
    await run("workbench.action.closeSidebar");
    const editor = await sample("escargot.sdk");
    await run("sdkc.showBoard");
    fs.writeFileSync(signal("board-open"), "");
    // The page types 6 into r1c2 now, watches a search, and takes the 6 back.
    await until("the value in the text", () => /1 6 \. \| \. \. 7/.test(editor.document.getText()), 50_000);
    fs.writeFileSync(signal("value-seen"), "");
    await until("the value taken back", () => /1 \. \. \| \. \. 7/.test(editor.document.getText()), 50_000);
  },

  async draws_layers() {
    await run("workbench.action.files.revert");
    await sample("four-dimensions-small.sdk");
    await seen("layers");
  },

  async draws_counts_where_values_are_too_small() {
    const text = "puzzle { dimensions 3; block 2x2x3; given (1, 1, 1) = 1 }\n";
    const { document } = await fresh("flat-cube.sdk", text);
    await seen("counts");
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await discard(document);
  },

  async closes() {
    await run("workbench.action.closeAllEditors");
    // VS Code itself keeps some documents for a while after their editors are closed.
    const isOpen = (uri) => vscode.workspace.textDocuments.some((it) => it.uri.toString() === uri.toString());
    const left = () => vscode.languages.getDiagnostics().filter(([uri, found]) => found.length > 0 && !isOpen(uri));
    await until("no diagnostics", () => left().length === 0).catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(left())}`);
    });
  },
};
