import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore } from "../service/storage/open-store.ts";

vi.setConfig({ testTimeout: 180_000 });

/** Runs a command whose reader goes before it reads (0) or after its first bytes (1), as `head` does. */
async function runUnread(args: readonly string[], data: string, chunksRead: 0 | 1) {
  const child = spawn(process.execPath, ["cli/main.ts", ...args], {
    env: { ...process.env, HIRAKU_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (chunksRead === 1) await once(child.stdout, "data");
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { said, code };
}

function folder(): string {
  const data = mkdtempSync(join(tmpdir(), "hiraku-pipe-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

test("a command whose output nobody reads any more ends quietly, as other programs do", async () => {
  const data = folder();
  const found = [];
  for (const args of [["--help"], ["keys", "--help"], ["openapi"]])
    found.push({ args, ...(await runUnread(args, data, 0)) });
  expect(found).toEqual(found.map(({ args }) => ({ args, said: "", code: 141 })));
});

test("a long list ends where its reader does", async () => {
  const data = folder();
  const store = openStore(data);
  for (let i = 0; i < 2_000; i++) {
    const key = { id: `key_${i}`, name: "n".repeat(180), secretHash: Buffer.from(`${i}`), createdAtMs: i, credits: 1 };
    await store.keys.create({ ...key, entitled: true, perMinute: 1, perDay: null });
  }
  store.close();
  expect(await runUnread(["keys", "list"], data, 1)).toEqual({ said: "", code: 141 });
});
