// Test only: runs in the extension host of VS Code, does what a user does, and writes what came of it to the file that
// SDKC_DRIVER_OUT names. The steps are in steps.js; each is a function that throws where something is wrong.

const fs = require("node:fs");
const vscode = require("vscode");
const { steps } = require("./steps");

async function activate() {
  const out = process.env.SDKC_DRIVER_OUT;
  if (out === undefined || fs.existsSync(`${out}.started`)) {
    return;
  }
  // The page may be loaded twice; only the first host runs the steps.
  fs.writeFileSync(`${out}.started`, "");
  const results = [];
  for (const [name, step] of Object.entries(steps)) {
    const start = Date.now();
    try {
      await within(60_000, step());
      results.push({ name, ok: true, ms: Date.now() - start });
    } catch (error) {
      results.push({ name, ok: false, ms: Date.now() - start, why: String(error?.stack ?? error) });
    }
    fs.writeFileSync(`${out}.part`, JSON.stringify(results, null, 1));
  }
  fs.writeFileSync(out, JSON.stringify({ version: vscode.version, results }, null, 1));
}

function within(ms, promise) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error(`not done after ${ms} ms`)), ms));
  return Promise.race([promise, late]);
}

module.exports = { activate, deactivate: () => {} };
