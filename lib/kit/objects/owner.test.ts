import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serveS3 } from "../../../service/testing/bucket.ts";
import { claimPlace } from "./owner.ts";
import { type BlobPlace, readBlobPlace } from "./place.ts";

const { newBucket } = serveS3();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-owner-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function place(kind: string): Promise<BlobPlace> {
  const found = kind === "folder" ? readBlobPlace(path.join(folder, "at")) : readBlobPlace((await newBucket()).address);
  if (found === undefined) throw new Error("no place");
  return found;
}

test.each(["folder", "bucket"])("a %s belongs to the first installation that claims it", async (kind) => {
  const at = await place(kind);
  const [first, second] = [mkdtempSync(path.join(folder, "a")), mkdtempSync(path.join(folder, "b"))];
  await claimPlace(at, { program: "service", dataFolder: first });
  await claimPlace(at, { program: "service", dataFolder: first });
  const other = claimPlace(at, { program: "service", dataFolder: second });
  await expect(other).rejects.toThrow("holds the files of another installation");
  // The other program keeps its files there under other names, and claims it for itself.
  await claimPlace(at, { program: "web", dataFolder: second });
  await expect(claimPlace(at, { program: "web", dataFolder: first })).rejects.toThrow("web-blobs-owner was lost");
  expect(readFileSync(path.join(first, "blobs-owner"), "utf8")).toMatch(/^[0-9a-f]{32}$/);
});

test.each(["folder", "bucket"])("processes of one database share a %s, and none begins another one", async (kind) => {
  const [at, elsewhere] = [await place(kind), readBlobPlace(path.join(folder, "elsewhere"))];
  if (elsewhere === undefined) throw new Error("no place");
  const claim = { program: "web", dataFolder: folder, mark: "m1" } as const;
  await Promise.all([claimPlace(at, claim), claimPlace(at, claim)]);
  await claimPlace(at, { ...claim, isKnown: true });
  const moved = claimPlace(elsewhere, { ...claim, isKnown: true });
  await expect(moved).rejects.toThrow("does not hold the files of this installation");
  await expect(claimPlace(at, { ...claim, mark: "m2" })).rejects.toThrow("of another installation");
});
