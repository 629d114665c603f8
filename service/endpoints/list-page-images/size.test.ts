import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DocumentId } from "../../../lib/contract/ids.ts";
import { identifyImage } from "../../../lib/text/format/image-format.ts";
import { makePublication } from "../../domain/publishing/testing/make-publication.ts";
import { readPdf } from "../../ingest/pdf/read-pdf.ts";
import { type Library, openLibrary } from "../../library.ts";
import { createPdfRenderer } from "../../pdf/index.ts";
import { pdfOf } from "../../pdf/testing/small-pdf.ts";
import { readSampleData } from "../../sample/data.ts";
import { sampleMakers } from "../../sample/makers.ts";
import { marketOf } from "../../sample/market.ts";
import { openStore, type SqliteStore } from "../../storage/open-store.ts";
import { createHarness } from "../../testing/harness.ts";

/** Sizes at which rounding could go wrong: whole pixels, fractions, tiny, long, too large, turned. */
const sizes = [
  { width: 595, height: 842 },
  { width: 595.276, height: 841.89 },
  { width: 612, height: 792 },
  { width: 841.8897, height: 595.2756, rotate: 90 },
  { width: 419.53, height: 595.28, rotate: 270 },
  { width: 333.333, height: 1000.005 },
  { width: 0.48, height: 0.48 },
  { width: 3, height: 5 },
  { width: 2400.0001, height: 1600.4799 },
  { width: 14_400, height: 9_000.5 },
] as const;

const folder = mkdtempSync(join(tmpdir(), "hiraku-sizes-"));
const renderer = createPdfRenderer({ workers: 1 });
let store: SqliteStore;
let library: Library;

beforeAll(async () => {
  store = openStore(folder);
  library = openLibrary(store, { dataFolder: folder, madeBytesMax: 100_000_000, makers: sampleMakers });
  const file = join(folder, "sizes.pdf");
  writeFileSync(file, pdfOf(sizes.map((size) => ({ text: "頁", ...size }))), "latin1");
  const { pages } = await readPdf(renderer, file, { text: false });
  const source = await library.blobs.put(
    [Buffer.from(pdfOf(sizes.map((size) => ({ text: "頁", ...size }))), "latin1")],
    "kept",
  );
  await library.publisher.publishDocument(
    makePublication({
      documentId: "SIZES",
      pages,
      originals: [{ originalId: "pdf", mediaType: "application/pdf", fileName: "a.pdf", source, deliverable: true }],
    }),
  );
});

afterAll(async () => {
  await renderer.close();
  await library.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function expectSame(documentId: string, pageCountMax: number): Promise<void> {
  const { client } = await createHarness({ ...library, renderTimeoutMs: 60_000 });
  const document_id = documentId as DocumentId;
  const listed = await client.get("listPageImages", { document_id });
  expect(listed.pages.length).toBeGreaterThan(0);
  for (const { page_number, width, height } of listed.pages.slice(0, pageCountMax)) {
    const { bytes } = await client.call("getPageImage", { document_id, page_number });
    expect([page_number, identifyImage(bytes)]).toEqual([
      page_number,
      { mediaType: "image/jpeg", extension: "jpg", width, height },
    ]);
  }
  const again = await client.get("listPageImages", { document_id });
  expect(again.pages.map(({ width, height }) => [width, height])).toEqual(
    listed.pages.map(({ width, height }) => [width, height]),
  );
}

test("the listed size of each page of an ingested PDF is the size of its JPEG, to the pixel", async () => {
  await expectSame("SIZES", sizes.length);
});

test("the same holds in the sample market", async () => {
  const { documents } = marketOf(readSampleData(), 3, { seed: 1, years: 1, anchorDay: "2026-11-21" });
  const byFamily = new Map(
    documents
      .filter(({ pages, status }) => pages.length > 0 && status !== "pending_release")
      .map((each) => [each.family, each]),
  );
  expect(byFamily.size).toBe(3);
  for (const document of byFamily.values()) {
    await library.publisher.publishDocument(document);
    await expectSame(document.documentId, 3);
  }
});
