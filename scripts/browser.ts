/** Finds a Chromium for the tests, or installs one: some machines can't download Playwright's own. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { apt, isRootOnDebian } from "./debian.ts";
import { projectEnv, refuse, root } from "./toolchain.mjs";

/** Without windows, tabs and extensions of its own it takes two thirds of the time of the whole browser. */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export function ensureBrowser(node: string): string {
  ensureJapaneseFont();
  const given = process.env["CHROMIUM_PATH"];
  if (given) return given;
  if (onPath([shell]) === undefined && isRootOnDebian()) apt([shell]);
  const found = onPath(names) ?? playwrightsOwn(node);
  if (found !== undefined) return found;
  if (isRootOnDebian() && apt(["chromium"]))
    return onPath(names) ?? refuse("chromium was installed and is not on PATH.");
  spawnSync(node, ["node_modules/playwright/cli.js", "install", "chromium"], {
    cwd: root,
    env: projectEnv(),
    stdio: "ignore",
  });
  return playwrightsOwn(node) ?? refuse("no Chromium was found or could be installed; set CHROMIUM_PATH to one.");
}

function onPath(wanted: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return wanted.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

function playwrightsOwn(node: string): string | undefined {
  const script = "process.stdout.write(require('playwright').chromium.executablePath() ?? '')";
  const { stdout = "" } = spawnSync(node, ["-e", script], { cwd: root, encoding: "utf8" });
  return stdout !== "" && existsSync(stdout) ? stdout : undefined;
}

/** Without one, every Japanese glyph is a box, so that layouts differ and screenshots are useless. */
function ensureJapaneseFont(): void {
  const listed = spawnSync("fc-list", [":lang=ja"], { encoding: "utf8" });
  if (listed.error || listed.stdout.trim() !== "") return;
  if (isRootOnDebian()) apt(["fonts-noto-cjk"]);
}
