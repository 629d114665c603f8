import { PassThrough, type Readable } from "node:stream";
import { ZipFile } from "yazl";
import { jstDateTime } from "../../contract/dates.ts";
import { type LinePlace, placeOfLine } from "../../store/library.ts";
import { type ItemRow, readPlace } from "../../store/library-items.ts";
import { sectionsOf } from "../kinds/unit.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { flawOf } from "../pricing/first-reading.ts";
import { csvHead, csvLine } from "./ledger-csv.ts";
import { inputOf, KindSchema, ledgerRow } from "./purchase-views.ts";
import { streamWhenRead } from "./stream-when-read.ts";

const batch = 200;

/** A ZIP of everything owned, as it was delivered, with an index and the ledger; written while it is sent. */
export function exportLibrary(deps: SpendingDeps, rows: PurchaseStore, ownerId: string): ReadableStream<Uint8Array> {
  return streamWhenRead(() => writeExport(deps, rows, ownerId));
}

function writeExport(deps: SpendingDeps, rows: PurchaseStore, ownerId: string): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  zip.outputStream.pipe(out);
  zip.on("error", (error: unknown) => out.destroy(error instanceof Error ? error : new Error("the export failed")));
  void fill(deps, rows, ownerId, zip, out).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error("the export failed"));
  });
  return out;
}

async function fill(
  deps: SpendingDeps,
  rows: PurchaseStore,
  ownerId: string,
  zip: ZipFile,
  out: PassThrough,
): Promise<void> {
  let sending: Readable | undefined;
  out.once("close", () => sending?.destroy());
  const index: object[] = [];
  const names = new Set<string>();
  for (let after: readonly (string | number)[] | undefined; ; ) {
    const items = await rows.library.items({ owner_id: ownerId, after, limit: batch });
    for (const item of items) {
      const body = await deps.bodies.open(item.sha256);
      if (out.destroyed) return;
      const name = uniqueName(item, names);
      index.push({ ...indexEntry(item), file: body === undefined ? null : name });
      if (body === undefined) continue;
      const options = { mtime: new Date(item.stored_at), compress: !isCompressed(item) };
      // Each file is opened in turn and read as fast as the receiver accepts it, so that memory use stays small.
      zip.addReadStreamLazy(name, options, (give) => {
        if (out.destroyed) return;
        sending = body.stream(0, body.byteSize - 1);
        give(null, sending);
      });
    }
    const last = items.at(-1);
    if (last === undefined || items.length < batch) break;
    after = readPlace(last.place, "newest");
  }
  zip.addBuffer(Buffer.from(JSON.stringify(index, null, 2)), "index.json");
  zip.addBuffer(Buffer.from(await ledgerText(rows, ownerId)), "ledger.csv");
  zip.end();
}

function indexEntry(item: ItemRow): object {
  const kind = KindSchema.parse(item.kind);
  return {
    kind,
    stored_at: jstDateTime(item.stored_at),
    document_id: item.document_id,
    title: item.title,
    issuer_name: item.issuer_name,
    security_code: item.security_code,
    sections: sectionsOf({ kind, params: item.params }),
    page_number: item.page_number,
    original_id: item.original_id,
    question: item.document_id === null ? inputOf(item.params) : null,
    sha256: item.sha256,
    media_type: item.media_type,
    credits: item.credits,
    unreadable: flawOf(item),
  };
}

async function ledgerText(rows: PurchaseStore, ownerId: string): Promise<string> {
  const lines: string[] = [csvHead];
  for (let before: LinePlace | undefined; ; ) {
    const some = await rows.library.lines({ owner_id: ownerId, before, limit: batch });
    for (const line of some) lines.push(csvLine(ledgerRow(line)));
    const last = some.at(-1);
    if (last === undefined || some.length < batch) return lines.join("");
    before = placeOfLine(last);
  }
}

function uniqueName(item: ItemRow, names: Set<string>): string {
  const folder = item.document_id ?? "questions";
  const part = item.file_name ?? `${partName(item)}.${extensionOf(item)}`;
  const clean = `${folder}/${part}`.replace(/[^\p{L}\p{N}._/-]+/gu, "_").replaceAll("..", "_");
  const name = names.has(clean) ? `${folder}/${item.artifact_id}-${clean.slice(folder.length + 1)}` : clean;
  names.add(name);
  return name;
}

function partName(item: ItemRow): string {
  if (item.page_number !== null) return `page-${String(item.page_number).padStart(4, "0")}`;
  if (item.original_id !== null) return item.original_id;
  return item.kind === "content" ? "document" : `${item.kind}-${item.artifact_id}`;
}

const extensions: Readonly<Record<string, string>> = {
  "application/json": "json",
  "image/jpeg": "jpg",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "text/csv": "csv",
};

function extensionOf(item: ItemRow): string {
  return extensions[item.media_type] ?? "bin";
}

function isCompressed(item: ItemRow): boolean {
  return (
    item.media_type === "image/jpeg" || item.media_type === "application/zip" || item.media_type === "application/pdf"
  );
}
