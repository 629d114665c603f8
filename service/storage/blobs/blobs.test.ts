import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBlobPlace } from "../../../lib/kit/objects/place.ts";
import { openS3Objects } from "../../../lib/kit/objects/s3-objects.ts";
import { serveS3 } from "../../testing/bucket.ts";
import { blobsContract, type OpenedBlobs } from "../testing/blobs-contract.ts";
import { openBlobs } from "./open-blobs.ts";
import { createBlobProbe } from "./probe.ts";

const child = join(import.meta.dirname, "../../testing/blob-crash-child.ts");

const { newBucket } = serveS3();

/** What both engines have in common: another process, with its clock. */
function openAt(
  address: string,
  spoolFolder: string,
  rest: Pick<OpenedBlobs, "spoil" | "names" | "tick" | "incoming"> & { readonly clean: () => void },
): OpenedBlobs {
  const place = readBlobPlace(address);
  if (place === undefined) throw new Error(`no place: ${address}`);
  const [pinned, referenced] = [new Set<string>(), new Set<string>()];
  const all: { close(): Promise<void> }[] = [];
  const another: OpenedBlobs["another"] = ({ minutesAhead = 0, madeBytesMax = 1_000_000_000 } = {}) => {
    const blobs = openBlobs(place, {
      spoolFolder,
      madeBytesMax,
      pins: { isPinned: async (blob) => pinned.has(blob) },
      references: { isReferenced: async (blob) => referenced.has(blob) },
      nowMs: () => Date.now() + minutesAhead * 60_000,
    });
    all.push(blobs);
    return blobs;
  };
  mkdirSync(rest.incoming, { recursive: true });
  return {
    ...rest,
    pinned,
    referenced,
    blobs: another(),
    another,
    dieAt: (point) => spawnSync(process.execPath, [child, address, spoolFolder, point]).signal,
    async close() {
      for (const each of all) await each.close();
      rest.clean();
    },
  };
}

const shard = (blob: string) => blob.slice(0, 2);

blobsContract({
  name: "files in a folder",
  keptAfterUseMinutes: 1,
  async open() {
    const folder = mkdtempSync(join(tmpdir(), "hiraku-blobs-"));
    const path = (area: string, blob: string) => join(folder, area, shard(blob), blob);
    return openAt(folder, folder, {
      incoming: join(folder, "incoming"),
      spoil: async (area, blob, bytes) => writeFileSync(path(area, blob), bytes),
      names: async (area) =>
        (existsSync(join(folder, area))
          ? readdirSync(join(folder, area), { recursive: true, withFileTypes: true })
          : []
        )
          .filter((each) => each.isFile())
          .map((each) => each.name)
          .sort(),
      tick: async () => undefined,
      clean: () => rmSync(folder, { recursive: true, force: true }),
    });
  },
});

blobsContract({
  name: "objects of an S3 server",
  keptAfterUseMinutes: 120,
  async open() {
    const bucket = await newBucket();
    const folder = mkdtempSync(join(tmpdir(), "hiraku-spool-"));
    return openAt(bucket.address, folder, {
      incoming: join(folder, "incoming"),
      spoil: (area, blob, bytes) => bucket.put(`${area}/${shard(blob)}/${blob}`, bytes),
      names: async (area) =>
        (await bucket.list(`${area}/`)).map(({ key }) => key.slice(key.lastIndexOf("/") + 1)).sort(),
      async tick() {
        // Its times are whole seconds.
        const look = async () => {
          await bucket.put("clock", "now");
          return (await bucket.list("clock"))[0]?.modifiedAtMs;
        };
        const now = await look();
        await expect.poll(look, { interval: 20 }).not.toBe(now);
      },
      clean: () => rmSync(folder, { recursive: true, force: true }),
    });
  },
});

test("an object is never overwritten, and a bucket that is missing is told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-spool-"));
  const place = readBlobPlace((await newBucket()).address);
  if (place?.kind !== "s3") throw new Error("no bucket");
  const objects = openS3Objects(place);
  const file = join(folder, "file");
  writeFileSync(file, "first");
  const sha256 = createHash("sha256").update("first").digest("hex");
  expect(await objects.put("kept/a", file, { sha256, byteSize: 5 })).toHaveProperty("etag");
  writeFileSync(file, "other");
  expect(await objects.put("kept/a", file, { sha256, byteSize: 5 })).toBe("exists");
  expect((await objects.read("kept/a", { start: 0, byteCount: 10 }))?.bytes.toString()).toBe("first");
  const elsewhere = openS3Objects({ ...place, bucket: "nowhere" });
  const lost = "s3://nowhere/house/: there is no such bucket; it is not created by this program.";
  await expect(elsewhere.put("kept/a", file, { sha256, byteSize: 5 })).rejects.toThrow(lost);
  await expect(elsewhere.read("kept/a", { start: 0, byteCount: 10 })).rejects.toThrow(lost);
  const probe = (at: typeof place) => createBlobProbe(at, async () => []).check();
  expect(await probe(place)).toEqual({ blobs_write: "ok", blobs_read: "ok" });
  expect(await probe({ ...place, bucket: "nowhere" })).toEqual({ blobs_write: "failed", blobs_read: "ok" });
  rmSync(folder, { recursive: true, force: true });
});
