// Finds the language server: the program that the settings name, else the one in the extension, else `sdkc` on the PATH.
// It is tried before it is used, so that what is wrong with it can be said in words.

import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import * as vscode from "vscode";

const NAME = process.platform === "win32" ? "sdkc.exe" : "sdkc";

export interface Found {
  path: string;
  version: string;
}

/** Why there is no server, with a button that helps. */
export class NoServer extends Error {
  constructor(
    message: string,
    readonly opensSettings: boolean,
  ) {
    super(message);
  }
}

export async function find(context: vscode.ExtensionContext): Promise<Found> {
  const set = vscode.workspace.getConfiguration("sdkc").get<string>("server.path", "").trim();
  if (set !== "") {
    const path = set.replace(/^~(?=[/\\])/, process.env.HOME ?? "~");
    if (!existsSync(path)) {
      throw new NoServer(`The setting sdkc.server.path names ${path}, which does not exist.`, true);
    }
    return { path, version: await version(path) };
  }
  const bundled = context.asAbsolutePath(join("server", NAME));
  const path = existsSync(bundled) ? bundled : onPath();
  if (path === undefined) {
    throw new NoServer(
      "No sdkc program was found: none comes with this build of the extension, and none is on the PATH. " +
        "Install it with `cargo install --path crates/cli` from the sources, or name it in sdkc.server.path.",
      true,
    );
  }
  return { path, version: await version(path) };
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = folders.map((folder) => join(folder, NAME));
  return places.find((place) => existsSync(place) && statSync(place).isFile());
}

/** Asks a program for its version; an error says in words why it does not run. */
function version(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path, ["--version"], { timeout: 10_000 }, (error, stdout, stderr) => {
      if (error === null && stdout.startsWith("sdkc ")) {
        resolve(stdout.trim().slice("sdkc ".length));
        return;
      }
      reject(new NoServer(reason(path, error, stdout, stderr), true));
    });
  });
}

function reason(path: string, error: Error | null, stdout: string, stderr: string): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "EACCES") {
    return `${path} may not be executed; make it executable: chmod +x "${path}".`;
  }
  if (code === "ENOENT" || /GLIBC|libc\.so|loading shared libraries/.test(stderr)) {
    return `${path} was built for another system (${firstLine(stderr) || "its loader is missing"}). Build it here with \`cargo install --path crates/cli\` and name it in sdkc.server.path.`;
  }
  if (error === null) {
    return `${path} is some other program: it answered "${firstLine(stdout)}" instead of its version.`;
  }
  return `${path} does not run: ${firstLine(stderr) || error.message}`;
}

function firstLine(text: string): string {
  return text.trim().split(/\r?\n/)[0] ?? "";
}
