import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ManagedBlobs } from "../ports.ts";

/** One engine's place of files, empty at first. */
export interface OpenedBlobs {
  readonly blobs: ManagedBlobs;
  /** As another process opens the same place, whose clock is so many minutes ahead. */
  another(options?: { readonly minutesAhead?: number; readonly madeBytesMax?: number }): ManagedBlobs;
  /** Replaces the stored bytes behind the program's back. */
  spoil(area: "kept" | "made", blob: string, bytes: Uint8Array): Promise<void>;
  /** The names in an area, and of what was set aside. */
  names(area: "kept" | "made" | "damaged"): Promise<string[]>;
  /** What is stored from now on counts as later than what was stored before. */
  tick(): Promise<void>;
  /** Stores a blob in another process that dies at that point, and returns the signal that ended it. */
  dieAt(point: "written" | "renamed"): string | null;
  /** The folder on this machine in which files are written first. */
  readonly incoming: string;
  readonly pinned: Set<string>;
  readonly referenced: Set<string>;
  close(): Promise<void>;
}

export interface BlobEngine {
  readonly name: string;
  /** A file that was used so lately is not removed to make room. */
  readonly keptAfterUseMinutes: number;
  open(): Promise<OpenedBlobs>;
}

const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** What another process stores in `dieAt`. */
const crashBytes = Buffer.concat([Buffer.alloc(300_000, 7), Buffer.from("end")]);

async function read(blobs: ManagedBlobs, blob: string): Promise<Buffer | undefined> {
  const found = await blobs.open(blob);
  return found === undefined ? undefined : Buffer.from(await new Response(found.stream()).arrayBuffer());
}

/** The guarantees that the service relies on wherever its files are; every engine runs these tests unchanged. */
export function blobsContract({ name, keptAfterUseMinutes, open }: BlobEngine): void {
  let opened: OpenedBlobs;
  const put = async (bytes: Uint8Array, area: "kept" | "made" = "kept") => (await opened.blobs.put([bytes], area)).blob;

  describe(name, () => {
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    test.each([0, 1, 65_536, 1_048_576, 1_048_577, 9_000_001])("%i bytes are read back as they were", async (size) => {
      const bytes = Buffer.alloc(size, "開く");
      const stored = await opened.blobs.put([bytes.subarray(0, 17), bytes.subarray(17)], "kept");
      expect(stored).toEqual({ blob: sha(bytes), byteSize: size });
      expect((await read(opened.blobs, stored.blob))?.equals(bytes)).toBe(true);
      expect((await read(opened.another(), stored.blob))?.equals(bytes)).toBe(true);
      expect(readdirSync(opened.incoming)).toEqual([]);
    });

    test("a name that is no hash, or leads elsewhere, is no blob", async () => {
      for (const each of ["", "../secret", "zz", `${"a".repeat(63)}/`, "A".repeat(64)]) {
        expect(await opened.blobs.open(each)).toBeUndefined();
        expect(await opened.blobs.has(each)).toBe(false);
        await expect(opened.blobs.borrow(each, async () => 1)).rejects.toThrow("missing or damaged");
      }
    });

    test("a source that fails leaves nothing", async () => {
      async function* broken() {
        yield Buffer.from("half");
        throw new Error("source failed");
      }
      await expect(opened.blobs.put(broken(), "kept")).rejects.toThrow("source failed");
      expect(await opened.blobs.has(sha(Buffer.from("half")))).toBe(false);
      expect(readdirSync(opened.incoming)).toEqual([]);
      expect(await opened.names("kept")).toEqual([]);
    });

    test("a source is read only as fast as it is written", async () => {
      let ahead = 0;
      async function* source() {
        for (let i = 0; i < 50; i++) {
          ahead = Math.max(ahead, i);
          yield Buffer.alloc(10_000, i);
        }
      }
      const { byteSize } = await opened.blobs.put(source(), "kept");
      expect([ahead, byteSize]).toEqual([49, 500_000]);
    });

    test.each([20, 3_000_000])(
      "%i bytes that were changed are never delivered, and can be stored again",
      async (size) => {
        const genuine = Buffer.alloc(size, "genuine");
        const blob = await put(genuine, "made");
        expect(await opened.blobs.has(blob)).toBe(true);
        const changed = Buffer.from(genuine);
        changed[size - 1] = 0;
        await opened.tick();
        await opened.spoil("made", blob, changed);
        expect(await opened.blobs.open(blob)).toBeUndefined();
        expect(await opened.names("damaged")).toEqual([blob]);
        await put(genuine, "made");
        expect((await read(opened.blobs, blob))?.equals(genuine)).toBe(true);
        await opened.tick();
        await opened.spoil("made", blob, changed);
        expect(await opened.another().has(blob)).toBe(false);
        await expect(opened.another().borrow(blob, async () => 1)).rejects.toThrow("missing or damaged");
      },
    );

    test("what is stored over damaged bytes is whole", async () => {
      const blob = await put(Buffer.from("genuine"));
      await opened.tick();
      await opened.spoil("kept", blob, Buffer.from("damaged"));
      await opened.another().put([Buffer.from("genuine")], "kept");
      expect((await read(opened.another(), blob))?.toString()).toBe("genuine");
    });

    test("many that store the same at once leave one whole blob", async () => {
      const bytes = Buffer.alloc(200_000, 3);
      const processes = Array.from({ length: 6 }, () => opened.another());
      const stored = await Promise.all(processes.map((each) => each.put([bytes], "kept")));
      expect(new Set(stored.map(({ blob }) => blob))).toEqual(new Set([sha(bytes)]));
      expect(await opened.names("kept")).toEqual([sha(bytes)]);
      expect((await read(opened.another(), sha(bytes)))?.equals(bytes)).toBe(true);
    });

    test("a slow reader keeps little in memory, and may stop at any time", async () => {
      const blob = await put(Buffer.alloc(4_000_000, 1));
      const reader = (await opened.blobs.open(blob))?.stream().getReader();
      expect((await reader?.read())?.value?.byteLength).toBe(65_536);
      await reader?.cancel();
      const unread = await opened.blobs.open(blob);
      await unread?.close();
      expect(() => unread?.stream()).toThrow("streamed once");
    });

    test("a borrowed blob is a file with the bytes, for all who borrow it", async () => {
      const blob = await put(Buffer.from("page"));
      const lend = () => opened.blobs.borrow(blob, async (file) => readFileSync(file, "utf8"));
      expect(await Promise.all([lend(), lend(), lend()])).toEqual(["page", "page", "page"]);
      const bad = opened.blobs.borrow(blob, async () => Promise.reject(new Error("drawing failed")));
      await expect(bad).rejects.toThrow("drawing failed");
      expect(await lend()).toBe("page");
      await opened.blobs.close();
      expect(existsSync(opened.incoming) ? readdirSync(opened.incoming) : []).toEqual([]);
    });

    test("killed before it is stored, a blob is absent and its leftover is removed later", async () => {
      expect(opened.dieAt("written")).toBe("SIGKILL");
      expect(await opened.blobs.has(sha(crashBytes))).toBe(false);
      expect(readdirSync(opened.incoming)).toHaveLength(1);
      expect(await opened.blobs.collect(Date.now())).toBe(0);
      expect(await opened.blobs.collect(Date.now() + 3 * 3_600_000)).toBe(1);
      expect(readdirSync(opened.incoming)).toEqual([]);
    });

    test("killed after it is stored, a blob is there and whole", async () => {
      expect(opened.dieAt("renamed")).toBe("SIGKILL");
      expect((await read(opened.blobs, sha(crashBytes)))?.equals(crashBytes)).toBe(true);
    });

    test("collecting removes only kept blobs that nothing refers to, pins or has open, and no recent ones", async () => {
      const all = await Promise.all([1, 2, 3, 4].map((fill) => put(Buffer.alloc(10, fill))));
      const [loose = "", inDocument = "", inAnswer = "", inUse = ""] = all;
      const made = await put(Buffer.alloc(10, 5), "made");
      opened.referenced.add(inDocument);
      opened.pinned.add(inAnswer);
      const handle = await opened.blobs.open(inUse);
      expect(await opened.blobs.collect(Date.now())).toBe(0);
      expect(await opened.blobs.collect(Date.now() + 3 * 3_600_000)).toBe(1);
      const left = await Promise.all([...all, made].map((blob) => opened.blobs.has(blob)));
      expect(left).toEqual([loose === "", true, true, true, true]);
      await handle?.close();
      expect(await opened.blobs.collect(Date.now() + 3 * 3_600_000)).toBe(1);
    });

    test("what is stored again counts as new, since nothing may refer to it yet", async () => {
      const blob = await put(Buffer.from("again"));
      const later = opened.another({ minutesAhead: 180 });
      await later.put([Buffer.from("again")], "kept");
      const stored = Date.now();
      expect(await later.collect(stored + 30 * 60_000)).toBe(0);
      expect(await later.has(blob)).toBe(true);
    });

    test("generated files are removed, least recently used first, until they fit; pinned, open and kept ones stay", async () => {
      const fill = (n: number, area: "kept" | "made" = "made") => put(Buffer.alloc(1_000, n), area);
      const [pin, inUse, old, kept] = [await fill(1), await fill(2), await fill(3), await fill(4, "kept")];
      opened.pinned.add(pin);
      const later = opened.another({ minutesAhead: keptAfterUseMinutes + 1, madeBytesMax: 3_400 });
      const handle = await later.open(inUse);
      await opened.tick();
      const newest = (await later.put([Buffer.alloc(1_000, 5)], "made")).blob;
      const left = await Promise.all([pin, inUse, old, kept, newest].map((blob) => opened.blobs.has(blob)));
      expect(left).toEqual([true, true, false, true, true]);
      await handle?.close();
    });

    test("a generated file stays for a while after its use, although there is too little room", async () => {
      const first = await put(Buffer.alloc(1_000, 1), "made");
      const soon = opened.another({ minutesAhead: keptAfterUseMinutes - 0.5, madeBytesMax: 500 });
      await soon.put([Buffer.alloc(1_000, 2)], "made");
      expect(await soon.has(first)).toBe(true);
      expect(await soon.madeBytes()).toBe(2_000);
    });

    test("a damaged file is kept for a month", async () => {
      const blob = await put(Buffer.from("genuine"), "made");
      await opened.tick();
      await opened.spoil("made", blob, Buffer.from("damaged"));
      expect(await opened.blobs.has(blob)).toBe(false);
      const day = 86_400_000;
      await opened.blobs.collect(Date.now() + 29 * day);
      expect(await opened.names("damaged")).toEqual([blob]);
      await opened.blobs.collect(Date.now() + 31 * day);
      expect(await opened.names("damaged")).toEqual([]);
    });

    test("made files are measured, and what is added counts", async () => {
      await put(Buffer.alloc(100, 1), "made");
      expect(await opened.another().madeBytes()).toBe(100);
      expect(await opened.blobs.madeBytes()).toBe(100);
      await put(Buffer.alloc(50, 2), "made");
      await put(Buffer.alloc(70, 2), "kept");
      expect(await opened.blobs.madeBytes()).toBe(150);
    });

    test("a generated file that becomes part of a document is kept as well", async () => {
      const blob = await put(Buffer.from("twice"), "made");
      await put(Buffer.from("twice"), "kept");
      expect(await opened.names("kept")).toEqual([blob]);
    });
  });
}
