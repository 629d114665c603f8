import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import { ZipFile } from "yazl";
import { openLibrary } from "../library.ts";
import { openStore } from "../storage/open-store.ts";
import { blobOf, jpegBytes, pdfBytes } from "../testing/fixture.ts";
import { createHarness } from "../testing/harness.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-backup-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const original = ["getOriginal", { document_id: "READY1", original_id: "pdf" }] as const;
const page = (page_number: number) => ["getPageImage", { document_id: "READY1", page_number }] as const;

test("a restored service answers old idempotency keys byte for byte and keeps its balances", async () => {
  const { client, store, newKey, restarted } = await createHarness();
  const { id, key } = await newKey({ credits: 20 });
  await client.call(...original, { key, idempotencyKey: "file" });
  await client.call(...page(1), { key, idempotencyKey: "image" });
  const file = join(folder(), "copy.zip");
  const report = await backup(dirname(store.file), file);
  expect(report).toMatchObject({ files: 3, damaged: 0 });

  const data = folder();
  await restore(file, join(data, "new"));
  const again = openStore(join(data, "new"));
  const library = openLibrary(again, { dataFolder: join(data, "new"), madeBytesMax: 1e9, makers: {} });
  const { client: next } = await restarted({ ...again, ...library });
  for (const [call, bytes, idempotencyKey] of [
    [original, pdfBytes, "file"],
    [page(1), jpegBytes, "image"],
  ] as const) {
    const answer = await next.raw(
      "GET",
      call[0] === "getOriginal" ? "/v1/documents/READY1/originals/pdf" : "/v1/documents/READY1/pages/1/image",
      {
        key,
        idempotencyKey,
        endpoint: call[0],
      },
    );
    expect(answer.headers.get("idempotency-replayed")).toBe("true");
    expect(answer.bytes).toEqual(bytes);
  }
  expect(await again.keys.find(id)).toMatchObject({ charged: 9, credits: { granted: 20, balance: 11, reserved: 0 } });
  await library.close();
  again.close();
});

test("an image that can be made again is left out, a damaged file is told and left out", async () => {
  const { client, store } = await createHarness();
  await client.call(...page(1));
  const data = dirname(store.file);
  expect(await backup(data, join(folder(), "a.zip"))).toMatchObject({ files: 2, damaged: 0 });
  const blob = blobOf(pdfBytes);
  writeFileSync(join(data, "blobs", "kept", blob.slice(0, 2), blob), "damaged");
  const file = join(folder(), "b.zip");
  expect(await backup(data, file)).toMatchObject({ files: 1, damaged: 1 });
  await restore(file, join(folder(), "new"));
});

test.each(["../evil", "/etc/passwd", "blobs/../../x", "service.db-wal", "blobs/kept/aa/short"])(
  "an archive that holds '%s' is refused and writes nothing",
  async (name) => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from("x"), "placeholder");
    zip.end();
    const made = join(folder(), "evil.zip");
    await pipeline(zip.outputStream, createWriteStream(made));
    // Of the same length, since yazl itself refuses to write such names.
    const text = readFileSync(made).toString("latin1").replaceAll("placeholder", name.padEnd(11, "x").slice(0, 11));
    writeFileSync(made, text, "latin1");
    const data = folder();
    mkdirSync(join(data, "new"));
    await expect(restore(made, join(data, "new"))).rejects.toThrow();
    expect(existsSync(join(data, "new", "service.db"))).toBe(false);
    expect(existsSync(join(data, "new", "blobs"))).toBe(false);
  },
);

test("a backup whose ledger has drifted is refused", async () => {
  const { client, store, newKey } = await createHarness();
  const { key } = await newKey({ credits: 20 });
  await client.call(...original, { key });
  store.db.exec("DELETE FROM ledger_entries WHERE kind = 'charge'");
  const file = join(folder(), "copy.zip");
  await backup(dirname(store.file), file);
  await expect(restore(file, join(folder(), "new"))).rejects.toThrow("drifted");
});
