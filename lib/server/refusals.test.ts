import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockFolder } from "../kit/process/folder-lock.ts";

/** Ends before anything of Next is loaded. */
function start(folder: string, settings: Readonly<Record<string, string>>) {
  const program = path.resolve(import.meta.dirname, "main.ts");
  const env = { ...process.env, HIRAKU_DATA: folder, PORT: "0", ...settings };
  const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: "utf8" });
  return { status, stderr };
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-refusals-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a data folder that is in use is refused in one line", () => {
  const folder = newFolder();
  const lock = lockFolder(folder, "web.lock");
  onTestFinished(() => lock?.release());
  expect(start(folder, {})).toEqual({ status: 1, stderr: `hiraku: ${folder} is in use by another web app.\n` });
});

test("a database that can't be used is refused in one line, without its password", () => {
  const refused = start(newFolder(), {
    HIRAKU_WEB_DATABASE_URL: "postgres://user:canary@127.0.0.1:1/none",
    HIRAKU_WEB_BLOBS_URL: path.join(tmpdir(), "none"),
    HIRAKU_SECRET: "s".repeat(32),
  });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^hiraku: [^\n]*ECONNREFUSED[^\n]*\n$/);
  expect(refused.stderr).not.toContain("canary");
});
