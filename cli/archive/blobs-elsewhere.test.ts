import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { claimPlace } from "../../lib/kit/objects/owner.ts";
import { type BlobPlace, readBlobPlace } from "../../lib/kit/objects/place.ts";
import { readConfig } from "../../service/config.ts";
import { startService } from "../../service/main.ts";
import { serveS3 } from "../../service/testing/bucket.ts";
import { blobOf, pdfBytes } from "../../service/testing/fixture.ts";
import { backup, check, data, folder, openHarness, problemsOf, restore } from "../testing/archive-setup.ts";

beforeEach(openHarness);

const pdf = blobOf(pdfBytes);
const keyOf = (blob: string) => `kept/${blob.slice(0, 2)}/${blob}`;
const { newBucket, addressOf } = serveS3();

interface Elsewhere {
  readonly address: string;
  readonly place: BlobPlace;
  spoil(blob: string): Promise<void>;
  lose(blob: string): Promise<void>;
}

function placeAt(address: string): BlobPlace {
  const place = readBlobPlace(address);
  if (place === undefined) throw new Error(address);
  return place;
}

const engines: readonly (readonly [string, () => Promise<Elsewhere>])[] = [
  [
    "another folder",
    async () => {
      const address = folder();
      return {
        address,
        place: placeAt(address),
        spoil: async (blob) => writeFileSync(join(address, keyOf(blob)), "damaged"),
        lose: async (blob) => rmSync(join(address, keyOf(blob))),
      };
    },
  ],
  [
    "a bucket",
    async () => {
      const { address, put, remove } = await newBucket();
      return {
        address,
        place: placeAt(address),
        spoil: (blob) => put(keyOf(blob), "damaged"),
        lose: (blob) => remove(keyOf(blob)),
      };
    },
  ],
];

describe.each(engines)("the service's files in %s", (_, open) => {
  test("a backup carries them there and back, and a service serves them", async () => {
    const { address, place } = await open();
    const [moved, back] = [join(folder(), "moved"), join(folder(), "back")];
    const file = join(folder(), "there.zip");
    await backup(file);
    await restore(file, moved, { place });
    expect(existsSync(join(moved, "blobs"))).toBe(false);
    expect(await check(moved, [], place)).toEqual([]);
    expect((await check(moved)).join()).toContain("is missing");

    const again = join(folder(), "back.zip");
    expect(await backup(again, { dataFolder: moved, place })).toMatchObject({ problems: [] });
    await restore(again, back);
    expect(await check(back)).toEqual([]);
    expect(readFileSync(join(back, "blobs", keyOf(pdf))).equals(pdfBytes)).toBe(true);

    const config = readConfig({ HIRAKU_DATA: moved, HIRAKU_API_PORT: "0", HIRAKU_BLOBS_URL: address });
    const service = await startService({ ...config, logLevel: "info" });
    const ready = await fetch(`${service.url}/health/ready`);
    expect(await ready.json()).toMatchObject({ checks: { blobs_write: "ok", blobs_read: "ok" } });
    await service.stop();
    const logs = readdirSync(join(moved, "logs")).map((name) => readFileSync(join(moved, "logs", name), "utf8"));
    expect(logs.join()).toContain("ready");
    expect(logs.join()).not.toMatch(/canary/);
    // Two installations would remove each other's files.
    await expect(startService({ ...config, data: back })).rejects.toThrow("the files of another installation");
    await expect(claimPlace(place, { program: "service", dataFolder: moved })).resolves.toBeUndefined();
  });

  test("damage and loss are found, and no backup is made of them", async () => {
    const { place, spoil, lose } = await open();
    const moved = join(folder(), "moved");
    const file = join(folder(), "there.zip");
    await backup(file);
    await restore(file, moved, { place });
    await spoil(pdf);
    expect((await check(moved, [], place)).join()).toContain(`${pdf} is damaged: it is not what was stored`);
    const copy = join(folder(), "copy.zip");
    expect(await problemsOf(backup(copy, { dataFolder: moved, place }))).toContain("is damaged");
    await lose(pdf);
    expect(await check(moved, [], place)).toEqual([`blobs: service.db refers to the file ${pdf}, which is missing`]);
    expect(await problemsOf(backup(copy, { dataFolder: moved, place }))).toContain(`the file ${pdf} is missing`);
    expect(existsSync(copy)).toBe(false);
  });
});

test("a bucket that can't be read is one line of the check", async () => {
  const place = placeAt(addressOf("nowhere"));
  expect(await check(data, [], place)).toEqual([
    "blobs: s3://nowhere/house/: there is no such bucket; it is not created by this program.",
  ]);
});
