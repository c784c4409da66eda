// Test only: VS Code itself (code-server) with the packed extension and the driver, in a headless browser. Called by
// ../../test.sh with: the code-server folder, the playwright-core folder, Chromium, the .vsix, the server, a fresh folder
// to work in. `--pictures FOLDER` keeps screenshots.

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lookAtBoard, lookAtCounts, lookAtLayers } from "./board.mjs";
import { lookAtMessage } from "./message.mjs";

const [codeServer, playwright, browser, vsix, server, work] = process.argv.slice(2);
const pictures = process.argv[8] === "--pictures" ? process.argv[9] : undefined;
const here = dirname(fileURLToPath(import.meta.url));
const samples = join(here, "../../../samples");
const { chromium } = createRequire(import.meta.url)(playwright);

// What is looked at in the page, in the order of the driver's steps, and how long each may take to come.
const pages = [
  ["message", 300_000, lookAtMessage],
  ["board", 60_000, lookAtBoard],
  ["layers", 90_000, lookAtLayers],
  ["counts", 60_000, lookAtCounts],
];

const entry = join(codeServer, "out/node/entry.js");
const [one, two, user, extensions, out] = ["one", "two", "user", "extensions", "out.json"].map((it) => join(work, it));
cpSync(samples, one, { recursive: true });
cpSync(samples, two, { recursive: true });
writeFileSync(join(one, "sadman.sdk"), readFileSync(join(here, "sadman.sdk")));
writeFileSync(join(work, "two.code-workspace"), JSON.stringify({ folders: [{ path: one }, { path: two }] }));
mkdirSync(join(user, "User"), { recursive: true });
const settings = {
  "workbench.startupEditor": "none",
  "workbench.colorTheme": process.env.SDKC_THEME ?? "Default Dark Modern",
  "security.workspace.trust.enabled": false,
  "extensions.ignoreRecommendations": true,
  "editor.minimap.enabled": false,
  "chat.commandCenter.enabled": false,
  "window.commandCenter": false,
  "files.hotExit": "off",
};
writeFileSync(join(user, "User/settings.json"), JSON.stringify(settings));

const places = ["--user-data-dir", user, "--extensions-dir", extensions];
const installed = spawnSync(process.execPath, [entry, ...places, "--install-extension", vsix], { encoding: "utf8" });
if (installed.status !== 0) {
  throw new Error(`the extension was not installed: ${installed.stdout}${installed.stderr}`);
}
writeFileSync(join(work, "config.yaml"), "");
const port = await freePort();
const flags = ["--config", join(work, "config.yaml"), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
cpSync(join(here, "driver"), join(extensions, "sdkc-test.sdkc-driver-0.0.1"), { recursive: true });
addToList(extensions);
const child = spawn(process.execPath, [entry, ...places, ...flags, join(work, "two.code-workspace")], {
  env: { ...process.env, SDKC_DRIVER_OUT: out, SDKC_DRIVER_SERVER: server, VSCODE_RECONNECTION_GRACE_TIME: "1000" },
  stdio: ["ignore", "pipe", "pipe"],
});
let log = "";
child.stdout.on("data", (data) => (log += data));
child.stderr.on("data", (data) => (log += data));

let failed = true;
let page;
try {
  await until("code-server listens", () => /HTTP server listening/.test(log), 60_000);
  const chrome = await chromium.launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu"] });
  page = await chrome.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`http://127.0.0.1:${port}/?workspace=${encodeURIComponent(join(work, "two.code-workspace"))}`, {
    waitUntil: "commit",
    timeout: 180_000,
  });
  page.setDefaultTimeout(60_000);
  const signal = (name) => join(work, name);
  const done = () => existsSync(out);
  const look = { page, signal, until, done, pictures };
  const seen = [];
  for (const [name, patience, page] of pages) {
    await until(`${name} is open`, () => existsSync(signal(`${name}-open`)) || done(), patience);
    seen.push(...(done() ? [] : [await report(name, page(look))]));
    writeFileSync(signal(`${name}-seen`), "");
  }
  await until("the driver is done", done, 120_000);
  const { version, results } = JSON.parse(readFileSync(out, "utf8"));
  const all = [...results, ...seen];
  console.log(`VS Code ${version}`);
  for (const { name, ok, ms, why } of all) {
    console.log(`${ok ? "ok    " : "FAILED"} ${name.replaceAll("_", " ")} (${ms} ms)${ok ? "" : `\n${why}`}`);
  }
  failed = all.some((it) => !it.ok);
  await chrome.close();
} catch (error) {
  console.error(error);
  console.error(existsSync(`${out}.part`) ? readFileSync(`${out}.part`, "utf8") : "the driver did not start");
  console.error(log.split("\n").slice(-20).join("\n"));
} finally {
  await page?.screenshot({ path: join(work, "last.png") }).catch(() => {});
  child.kill("SIGTERM");
  await new Promise((resolve) => (child.exitCode === null ? child.once("exit", resolve) : resolve()));
}
process.exit(failed ? 1 : 0);

async function report(name, promise) {
  const start = Date.now();
  try {
    await promise;
    return { name: `page: ${name}`, ok: true, ms: Date.now() - start };
  } catch (error) {
    await page.screenshot({ path: join(work, `failed-${name}.png`) }).catch(() => {});
    return { name: `page: ${name}`, ok: false, ms: Date.now() - start, why: String(error.stack) };
  }
}

async function until(what, test, ms) {
  const end = Date.now() + ms;
  while (!(await test())) {
    if (Date.now() > end) {
      throw new Error(`waited in vain: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The driver is not packed: it is put into the list of installed extensions by hand. */
function addToList(folder) {
  const list = join(folder, "extensions.json");
  const known = JSON.parse(readFileSync(list, "utf8"));
  const at = "sdkc-test.sdkc-driver-0.0.1";
  known.push({
    identifier: { id: "sdkc-test.sdkc-driver" },
    version: "0.0.1",
    location: { $mid: 1, path: join(folder, at), scheme: "file" },
    relativeLocation: at,
    metadata: {},
  });
  writeFileSync(list, JSON.stringify(known));
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
