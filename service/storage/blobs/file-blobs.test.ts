import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ManagedBlobs } from "../ports.ts";
import { createFileBlobs } from "./file-blobs.ts";

let folder: string;
let blobs: ManagedBlobs;
const pinned = new Set<string>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-blobs-"));
  pinned.clear();
  blobs = open(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(at: string, madeBytesMax = 1_000_000): ManagedBlobs {
  return createFileBlobs({
    folder: at,
    madeBytesMax,
    pins: { isPinned: async (blob) => pinned.has(blob) },
    references: { isReferenced: async () => true },
  });
}

const pathOf = (area: string, blob: string) => join(folder, area, blob.slice(0, 2), blob);
/** As if it was last used more than an hour ago. */
const age = (area: string, blob: string, minutes: number) => {
  const at = new Date(Date.now() - minutes * 60_000);
  utimesSync(pathOf(area, blob), at, at);
};

// What holds for every engine is in the contract; a folder also knows the order of uses to the millisecond.
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
