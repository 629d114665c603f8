import { randomBytes } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import yauzl from "yauzl";
import { openFiles } from "../../kit/process/open-files.ts";
import { openTestStore } from "../../store/testing/test-store.ts";
import { simSpender, startApp } from "../simulation/app.ts";
import { drive, SeededRandom, SimClock, SimDisk } from "../simulation/environment.ts";
import { SimService } from "../simulation/service.ts";
import type { PurchaseAction } from "../wire.ts";
import { exportLibrary } from "./export.ts";

test("an export holds everything owned as it was delivered, with an index and the ledger", async () => {
  const [clock, random, disk] = [new SimClock(Date.UTC(2026, 10, 21, 3)), new SeededRandom(1), new SimDisk()];
  const options = { idempotent: true, withBalance: true, withSizes: true, balance: 100, faultRate: 0 };
  const app = startApp({
    clock,
    random,
    disk,
    service: new SimService(clock, random, options),
    store: openTestStore(),
  });
  const ann = simSpender("ann", "http://service");
  const wishes: PurchaseAction[] = [
    { kind: "sections", document_id: "D1", sections: ["s1"] },
    { kind: "pages", document_id: "D1", pages: [2] },
    { kind: "original", document_id: "D1", original_id: "pdf" },
    { kind: "search_documents", input: { query: "売上" } },
  ];
  const buying = (async () => {
    for (const action of wishes) {
      const quote = await app.purchaseService.quote(ann, action);
      await app.purchaseService.confirm(ann, { token: quote.token, max_credits: quote.price.max });
    }
  })();
  await drive(clock, buying, 60_000);
  await buying;

  const zip = Buffer.from(await new Response(exportLibrary(app.deps, app.rows, "ann")).arrayBuffer());
  const files = await unzip(zip);
  const index = JSON.parse(String(files.get("index.json"))) as { file: string; sha256: string; kind: string }[];
  expect(index.map((each) => each.kind).sort()).toEqual(["original", "pages", "search_documents", "sections"]);
  for (const each of index) {
    expect(
      Buffer.compare(files.get(each.file) ?? Buffer.alloc(0), Buffer.from(disk.files.get(each.sha256) ?? [])),
    ).toBe(0);
  }
  expect(String(files.get("ledger.csv")).trim().split("\n")).toHaveLength(wishes.length + 1);
});

test("an export that nobody reads opens nothing, and one that is given up closes what it reads", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [clock, random, disk] = [new SimClock(0), new SeededRandom(1), new SimDisk()];
  const options = { idempotent: true, withBalance: true, withSizes: true, balance: 100, faultRate: 0 };
  const service = new SimService(clock, random, options);
  const app = startApp({ clock, random, disk, service, store: openTestStore() });
  const ann = simSpender("ann", "http://service");
  const buying = app.purchaseService
    .quote(ann, { kind: "original", document_id: "D1", original_id: "pdf" })
    .then(({ token, price }) => app.purchaseService.confirm(ann, { token, max_credits: price.max }));
  await drive(clock, buying, 60_000);
  await buying;
  // Bytes that no compression makes short, so that the export waits for its reader.
  const file = path.join(folder, "body");
  writeFileSync(file, randomBytes(5_000_000));
  let opened = 0;
  const open = async () => ({
    byteSize: 5_000_000,
    stream() {
      opened++;
      return createReadStream(file);
    },
  });
  const give = () => exportLibrary({ ...app.deps, bodies: { ...app.deps.bodies, open } }, app.rows, "ann");

  give();
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(opened).toBe(0);

  const reader = give().getReader();
  await reader.read();
  await expect.poll(() => openFiles(folder)).toHaveLength(1);
  await reader.cancel();
  await expect.poll(() => openFiles(folder)).toEqual([]);
});

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = await yauzl.fromBufferPromise(bytes);
  for await (const entry of archive.eachEntry()) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      if (chunk instanceof Uint8Array) chunks.push(chunk);
    }
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}
