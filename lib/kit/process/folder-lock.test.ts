import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lockFolder } from "./folder-lock.ts";

const base = mkdtempSync(path.join(tmpdir(), "hiraku-lock-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("the lock of a folder", () => {
  it("is held by one process at a time, also through other paths to the folder", () => {
    const folder = path.join(base, "one");
    const lock = lockFolder(folder, "web.lock");
    symlinkSync(folder, path.join(base, "other-name"));
    expect(lock).toBeDefined();
    expect(lockFolder(folder, "web.lock")).toBeUndefined();
    expect(lockFolder(path.join(base, "other-name"), "web.lock")).toBeUndefined();
    const besides = lockFolder(folder, "service.lock");
    expect(besides).toBeDefined();
    besides?.release();
    lock?.release();
    const again = lockFolder(path.join(base, "other-name"), "web.lock");
    expect(again).toBeDefined();
    again?.release();
  });

  it("ends with the process that held it, killed or not", async () => {
    const folder = path.join(base, "two");
    const source = path.resolve(import.meta.dirname, "folder-lock.ts");
    const code = `import { lockFolder } from ${JSON.stringify(source)};
      process.stdout.write(String(lockFolder(process.argv[1], "web.lock") !== undefined));
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code, folder]);
    const [said] = await once(child.stdout, "data");
    expect(String(said)).toBe("true");
    expect(lockFolder(folder, "web.lock")).toBeUndefined();
    child.kill("SIGKILL");
    await once(child, "exit");
    const lock = lockFolder(folder, "web.lock");
    expect(lock).toBeDefined();
    lock?.release();
  });
});
