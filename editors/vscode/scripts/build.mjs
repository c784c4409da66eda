// Bundles the extension and its view, and takes over what is made elsewhere in the repository: the grammar, the language
// configuration, the licences, and the server (`target/release/sdkc`, or what SDKC_SERVER names) where it is built.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = join(dirname(fileURLToPath(import.meta.url)), "..");
const root = join(here, "..", "..");

const common = { bundle: true, minify: true, sourcemap: false, logLevel: "warning", absWorkingDir: here };
await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
});
await build({ ...common, entryPoints: ["media/view.ts"], outfile: "out/view.js", platform: "browser", target: "chrome114" });

const take = (from, to) => {
  mkdirSync(join(here, dirname(to)), { recursive: true });
  copyFileSync(from, join(here, to));
};
take(join(root, "grammar/sdk.tmLanguage.json"), "syntaxes/sdk.tmLanguage.json");
take(join(root, "grammar/language-configuration.json"), "language-configuration.json");
const licences = ["MIT", "APACHE"].map((name) => readFileSync(join(root, "crates/cli", `LICENSE-${name}`), "utf8"));
writeFileSync(join(here, "LICENSE.txt"), `MIT or Apache-2.0, as you like.\n\n${licences.join(`\n\n${"-".repeat(80)}\n\n`)}`);

const name = process.platform === "win32" ? "sdkc.exe" : "sdkc";
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const server = process.env.SDKC_SERVER ?? join(target, "release", name);
rmSync(join(here, "server"), { recursive: true, force: true });
if (existsSync(server)) {
  take(server, `server/${name}`);
  chmodSync(join(here, "server", name), 0o755);
  // Without what only debuggers read it is a fraction of the size; where there is no `strip`, it stays as it is.
  spawnSync("strip", [join(here, "server", name)], { stdio: "ignore" });
} else {
  console.warn(`${server} is not built: the extension is packed without a server and will look for sdkc on the PATH`);
}
