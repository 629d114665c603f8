/** Finds a Chromium for the tests, or installs one: some machines can't download Playwright's own. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { apt, isRootOnDebian } from "./debian.ts";
import { projectEnv, refuse, root } from "./toolchain.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export function ensureBrowser(node: string): string {
  ensureJapaneseFont();
  const found = process.env["CHROMIUM_PATH"] || onPath() || playwrightsOwn(node);
  if (found) return found;
  if (isRootOnDebian() && apt(["chromium"])) return onPath() ?? refuse("chromium was installed and is not on PATH.");
  spawnSync(node, ["node_modules/playwright/cli.js", "install", "chromium"], {
    cwd: root,
    env: projectEnv(),
    stdio: "ignore",
  });
  return playwrightsOwn(node) ?? refuse("no Chromium was found or could be installed; set CHROMIUM_PATH to one.");
}

function onPath(): string | undefined {
  for (const folder of (process.env["PATH"] ?? "").split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (existsSync(file)) return file;
    }
  }
  return undefined;
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
