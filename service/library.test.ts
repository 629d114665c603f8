import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PdfDocument from "pdfkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BlobPlace, readBlobPlace } from "../lib/kit/objects/place.ts";
import type { OriginalMaker } from "./domain/content/artifacts.ts";
import { makePublication } from "./domain/publishing/testing/make-publication.ts";
import { type Library, openLibrary } from "./library.ts";
import { openStore, type SqliteStore } from "./storage/open-store.ts";
import { serveS3 } from "./testing/bucket.ts";

let folder: string;
let place: BlobPlace | undefined;
let lose: (blob: string) => Promise<void>;
let store: SqliteStore;
let library: Library;
let made = 0;
const never = new AbortController().signal;

const makePdf: OriginalMaker = async (recipe) => {
  made++;
  const pdf = new PdfDocument({ size: "A4", info: { CreationDate: new Date(0) } });
  pdf
    .text(`recipe ${JSON.stringify(recipe)}`)
    .addPage()
    .text("second");
  pdf.end();
  return pdf;
};

const { newBucket } = serveS3();
const madeKey = (blob: string) => `made/${blob.slice(0, 2)}/${blob}`;

describe.each(["a folder", "a bucket"])("files in %s", (where) => {
  beforeAll(async () => {
    made = 0;
    folder = mkdtempSync(join(tmpdir(), "hiraku-library-"));
    if (where === "a bucket") {
      const bucket = await newBucket();
      place = readBlobPlace(bucket.address);
      lose = (blob) => bucket.remove(madeKey(blob));
    } else lose = async (blob) => rmSync(join(folder, "blobs", madeKey(blob)));
    store = openStore(folder);
    library = openLibrary(store, { dataFolder: folder, place, madeBytesMax: 10_000_000, makers: { test: makePdf } });
    await library.publisher.publishDocument(
      makePublication({
        pages: [1, 2].map((pageNumber) => ({ pageNumber, width: 595.28, height: 841.89, listed: pageNumber === 1 })),
        originals: [
          {
            originalId: "pdf",
            mediaType: "application/pdf",
            fileName: "a.pdf",
            source: { maker: "test", recipe: { pages: 2 } },
            deliverable: true,
          },
          {
            originalId: "zip",
            mediaType: "application/zip",
            fileName: "a.zip",
            source: { maker: "nobody", recipe: null },
            deliverable: false,
          },
        ],
      }),
    );
  });

  afterAll(async () => {
    await library.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("an original is generated once, when first requested, and its size is listed from then on", async () => {
    const { catalog, artifacts, blobs } = library;
    expect(await catalog.originals("S9TEST01")).toMatchObject([{ original_id: "pdf", byte_size: null }]);
    const both = await Promise.all([1, 2].map(() => artifacts.original("S9TEST01", "pdf", never)));
    expect(both[0]).toEqual(both[1]);
    expect(await artifacts.original("S9TEST01", "pdf", never)).toEqual(both[0]);
    expect(made).toBe(1);
    const blob = await blobs.open(both[0]?.blob ?? "");
    const bytes = Buffer.from(await new Response(blob?.stream()).arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(await catalog.originals("S9TEST01")).toMatchObject([{ byte_size: bytes.length }]);
  });

  test("a page image is drawn from the PDF, kept, and drawn again once its file is gone", async () => {
    const { catalog, artifacts, blobs } = library;
    const first = await artifacts.pageImage("S9TEST01", 1, never);
    const image = await blobs.open(first.blob);
    const bytes = Buffer.from(await new Response(image?.stream()).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(await catalog.pageImages("S9TEST01")).toEqual([
      { pageNumber: 1, points: { width: 595.28, height: 841.89 }, byteSize: bytes.length },
    ]);
    await lose(first.blob);
    expect(await artifacts.pageImage("S9TEST01", 1, never)).toEqual(first);
  });

  test("pages and originals that can't be delivered are known and not listed", async () => {
    const { catalog } = library;
    expect(await Promise.all([0, 1, 2, 3].map((page) => catalog.findPage("S9TEST01", page)))).toEqual([
      "absent",
      "listed",
      "hidden",
      "absent",
    ]);
    expect(await catalog.findOriginal("S9TEST01", "zip")).toMatchObject({ deliverable: false });
    expect(await catalog.findOriginal("S9TEST01", "csv")).toBeUndefined();
  });

  test("an original that nothing here can make is an error that names its maker", async () => {
    await expect(library.artifacts.original("S9TEST01", "zip", never)).rejects.toThrow("Nothing makes 'nobody'.");
  });
});
