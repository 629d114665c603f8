import { randomBytes } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import yauzl from "yauzl";
import { openFiles } from "../../kit/process/open-files.ts";
import { at, buy, page, restart, search, sections } from "../testing/purchase-setup.ts";
import { exportLibrary } from "./export.ts";

beforeEach(() => restart());

const original = { kind: "original", document_id: "D1", original_id: "pdf" } as const;

test("an export holds everything owned as it was delivered, with an index and the ledger", async () => {
  const wishes = [sections("s1"), page([2]), original, search("売上")];
  for (const each of wishes) await buy(each);

  const zip = Buffer.from(await new Response(exportLibrary(at.app.deps, at.app.rows, "ann")).arrayBuffer());
  const files = await unzip(zip);
  const index = JSON.parse(String(files.get("index.json"))) as { file: string; sha256: string; kind: string }[];
  expect(index.map((each) => each.kind).sort()).toEqual(["original", "pages", "search_documents", "sections"]);
  for (const each of index) {
    expect(
      Buffer.compare(files.get(each.file) ?? Buffer.alloc(0), Buffer.from(at.disk.files.get(each.sha256) ?? [])),
    ).toBe(0);
  }
  expect(String(files.get("ledger.csv")).trim().split("\n")).toHaveLength(wishes.length + 1);
});

test("an export that nobody reads opens nothing, and one that is given up closes what it reads", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await buy(original);
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
  const give = () => exportLibrary({ ...at.app.deps, bodies: { ...at.app.deps.bodies, open } }, at.app.rows, "ann");

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
