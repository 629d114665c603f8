import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFileBlobs, type FileBlobs } from "./file-blobs.ts";

let folder: string;
let blobs: FileBlobs;
const pinned = new Set<string>();
const referenced = new Set<string>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-blobs-"));
  pinned.clear();
  referenced.clear();
  blobs = open(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(at: string, madeBytesMax = 1_000_000): FileBlobs {
  return createFileBlobs({
    folder: at,
    madeBytesMax,
    pins: { isPinned: async (blob) => pinned.has(blob) },
    references: { isReferenced: async (blob) => referenced.has(blob) },
  });
}

const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const pathOf = (area: string, blob: string) => join(folder, area, blob.slice(0, 2), blob);
/** As if it was last used more than an hour ago. */
const age = (area: string, blob: string, minutes: number) => {
  const at = new Date(Date.now() - minutes * 60_000);
  utimesSync(pathOf(area, blob), at, at);
};

async function read(blob: string): Promise<Buffer | undefined> {
  const found = await blobs.open(blob);
  return found === undefined ? undefined : Buffer.from(await new Response(found.stream()).arrayBuffer());
}

describe("storing and reading", () => {
  test("a blob is named by the hash of its bytes and read back whole", async () => {
    const bytes = Buffer.from("開く".repeat(100_000));
    const stored = await blobs.put([bytes.subarray(0, 17), bytes.subarray(17)], "kept");
    expect(stored).toEqual({ blob: sha(bytes), byteSize: bytes.length });
    expect((await read(stored.blob))?.equals(bytes)).toBe(true);
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("a name that is no hash, or leads out of the folder, is no blob", async () => {
    writeFileSync(join(folder, "secret"), "x");
    for (const each of ["", "../secret", "zz", `${"a".repeat(63)}/`]) expect(await blobs.open(each)).toBeUndefined();
  });

  test("a source that fails leaves nothing", async () => {
    async function* broken() {
      yield Buffer.from("half");
      throw new Error("source failed");
    }
    await expect(blobs.put(broken(), "kept")).rejects.toThrow("source failed");
    expect(await blobs.has(sha(Buffer.from("half")))).toBe(false);
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("a file changed on disk is never delivered, and can be stored again", async () => {
    const { blob } = await blobs.put([Buffer.from("genuine")], "made");
    expect(await blobs.has(blob)).toBe(true);
    writeFileSync(pathOf("made", blob), "damaged");
    age("made", blob, 5);
    expect(await blobs.open(blob)).toBeUndefined();
    await blobs.put([Buffer.from("genuine")], "made");
    expect((await read(blob))?.toString()).toBe("genuine");
  });

  test("a slow reader keeps one chunk in memory, not the file", async () => {
    const { blob } = await blobs.put([Buffer.alloc(4_000_000, 1)], "kept");
    const reader = (await blobs.open(blob))?.stream().getReader();
    const first = await reader?.read();
    expect(first?.value?.byteLength).toBe(65_536);
    await reader?.cancel();
  });

  test("a source is read only as fast as it is written", async () => {
    let ahead = 0;
    async function* source() {
      for (let i = 0; i < 50; i++) {
        ahead = Math.max(ahead, i);
        yield Buffer.alloc(10_000, i);
      }
    }
    const { byteSize } = await blobs.put(source(), "kept");
    expect([ahead, byteSize]).toEqual([49, 500_000]);
  });
});

describe("crashes", () => {
  const script = join(import.meta.dirname, "../../testing/blob-crash-child.ts");
  const whole = Buffer.concat([Buffer.alloc(300_000, 7), Buffer.from("end")]);

  test("killed between write and rename, a blob is absent and its leftover file is removed", async () => {
    const { signal } = spawnSync(process.execPath, [script, folder, "written"]);
    expect(signal).toBe("SIGKILL");
    expect(await blobs.has(sha(whole))).toBe(false);
    expect(readdirSync(join(folder, "incoming"))).toHaveLength(1);
    expect(await blobs.collect(Date.now())).toBe(0);
    expect(await blobs.collect(Date.now() + 7_200_000)).toBe(1);
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  test("killed after the rename, a blob is there and whole", async () => {
    expect(spawnSync(process.execPath, [script, folder, "renamed"]).signal).toBe("SIGKILL");
    expect(readFileSync(pathOf("kept", sha(whole))).equals(whole)).toBe(true);
    expect((await read(sha(whole)))?.equals(whole)).toBe(true);
  });
});

describe("making room", () => {
  test("generated files are removed, least recently used first, until they fit; pinned, open and kept ones stay", async () => {
    blobs = open(folder, 3_000);
    const put = async (n: number, area: "kept" | "made" = "made") =>
      (await blobs.put([Buffer.alloc(1_000, n)], area)).blob;
    const [pin, opened, old, recent] = [await put(1), await put(2), await put(3), await put(4, "kept")];
    [pin, opened, old].forEach((blob, at) => age("made", blob, 90 - at));
    age("kept", recent, 90);
    pinned.add(pin);
    const handle = await blobs.open(opened);
    age("made", opened, 89);
    const newest = await put(5);
    const left = await Promise.all([pin, opened, old, recent, newest].map((blob) => blobs.has(blob)));
    expect(left).toEqual([true, true, false, true, true]);
    await handle?.close();
  });

  test("collecting removes only kept blobs that nothing refers to, pins or has open, and no recent ones", async () => {
    const put = async (n: number) => (await blobs.put([Buffer.alloc(10, n)], "kept")).blob;
    const [loose, inDocument, inAnswer, opened, fresh] = [
      await put(1),
      await put(2),
      await put(3),
      await put(4),
      await put(5),
    ];
    for (const blob of [loose, inDocument, inAnswer, opened]) age("kept", blob, 90);
    referenced.add(inDocument);
    pinned.add(inAnswer);
    const handle = await blobs.open(opened);
    expect(await blobs.collect(Date.now())).toBe(1);
    const left = await Promise.all([loose, inDocument, inAnswer, opened, fresh].map((blob) => blobs.has(blob)));
    expect(left).toEqual([false, true, true, true, true]);
    await handle?.close();
  });

  test("a damaged file is kept for a month", async () => {
    const { blob } = await blobs.put([Buffer.from("genuine")], "made");
    age("made", blob, 60 * 24 * 90);
    writeFileSync(pathOf("made", blob), "damaged");
    age("made", blob, 60 * 24 * 90);
    expect(await blobs.has(blob)).toBe(false);
    const day = 86_400_000;
    await blobs.collect(Date.now() + 29 * day);
    expect(readdirSync(join(folder, "damaged"))).toEqual([blob]);
    await blobs.collect(Date.now() + 31 * day);
    expect(readdirSync(join(folder, "damaged"))).toEqual([]);
  });

  test("made files are measured, and what is added counts", async () => {
    await blobs.put([Buffer.alloc(100, 1)], "made");
    expect(await open(folder).madeBytes()).toBe(100);
    expect(await blobs.madeBytes()).toBe(100);
    await blobs.put([Buffer.alloc(50, 2)], "made");
    expect(await blobs.madeBytes()).toBe(150);
  });

  test("a generated file that becomes part of a document is kept as well", async () => {
    const { blob } = await blobs.put([Buffer.from("twice")], "made");
    await blobs.put([Buffer.from("twice")], "kept");
    expect(readFileSync(pathOf("kept", blob)).toString()).toBe("twice");
  });
});
