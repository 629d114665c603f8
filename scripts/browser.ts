/** Finds a Chromium for the tests, or installs one: some machines can't download Playwright's own. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
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

function isRootOnDebian(): boolean {
  return (
    process.getuid?.() === 0 && existsSync("/etc/debian_version") && readFileSync("/etc/debian_version", "utf8") !== ""
  );
}

function apt(packages: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { env, stdio: "ignore" });
  return spawnSync("apt-get", ["install", "-y", "-qq", ...packages], { env, stdio: "ignore" }).status === 0;
}
