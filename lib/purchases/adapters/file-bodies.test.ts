import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileBodies } from "./file-bodies.ts";
import { sha256Of } from "../simulation/environment.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-bodies-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function keep(bytes: Uint8Array, chunkSize = 64 * 1024) {
  const spool = await fileBodies(folder).spool();
  for (let at = 0; at < bytes.length; at += chunkSize) await spool.write(bytes.subarray(at, at + chunkSize));
  return await spool.keep();
}

test.each([0, 10, 600 * 1024, 3 * 1024 * 1024])(
  "a body of %i bytes is kept under its hash and read back",
  async (size) => {
    const bytes = Buffer.alloc(size, "ab");
    const kept = await keep(bytes);
    expect(kept).toEqual({ sha256: sha256Of(bytes), byteSize: size });
    expect(Buffer.compare(Buffer.from((await fileBodies(folder).read(kept.sha256)) ?? []), bytes)).toBe(0);
  },
);

test("a damaged or missing body is not read", async () => {
  const kept = await keep(Buffer.from("whole"));
  const place = path.join(folder, kept.sha256.slice(0, 2), kept.sha256);
  truncateSync(place, 3);
  expect(await fileBodies(folder).read(kept.sha256)).toBeUndefined();
  expect(await fileBodies(folder).read("0".repeat(64))).toBeUndefined();
});

test("a half-written body has no final name, and is deleted at the next start", async () => {
  const spool = await fileBodies(folder).spool();
  await spool.write(Buffer.alloc(700 * 1024));
  writeFileSync(path.join(folder, "spool", "left behind"), "x");
  fileBodies(folder);
  expect(readdirSync(path.join(folder, "spool"))).toEqual([]);
  await spool.discard();
  expect(readdirSync(folder)).toEqual(["spool"]);
});

test("bodies are readable by the file's owner only", async () => {
  const kept = await keep(Buffer.from("secret"));
  expect(statSync(path.join(folder, kept.sha256.slice(0, 2), kept.sha256)).mode & 0o077).toBe(0);
});
