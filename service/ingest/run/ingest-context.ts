import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { Publication } from "../../domain/publishing/publication.ts";
import { isPackage, type PublicationImage, type PublicationOriginal } from "../../domain/publishing/publication.ts";
import type { PdfRenderer } from "../../pdf/index.ts";
import type { DocumentMetadata } from "../facts/known-facts.ts";
import type { PackageImage } from "../package/images.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import type { DocumentSummaryLine } from "./item.ts";
import type { PublicationSink } from "./publication-sink.ts";
import type { ReadPool } from "./read-pool.ts";

export interface IngestContext {
  readonly sink: PublicationSink;
  readonly readers: ReadPool;
  readonly pdf: PdfRenderer;
  /** A folder for files that are being downloaded or unpacked. */
  readonly incoming: string;
  /** The listed company behind an EDINET code, where the code list has been loaded. */
  readonly now: () => number;
  readonly companyOf: (edinetCode: string) => Company | undefined;
  readonly nameOf: (securityCode: string) => string | undefined;
}

export interface Company {
  readonly securityCode: string | undefined;
  readonly name: string;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

export function sha256OfText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The images that the text refers to by name, each an original too: `image-1` with the same file name. A reader of the
 * text can then fetch its figures through the interface, which has no other way to deliver a file.
 */
export async function storeImages(
  sink: PublicationSink,
  images: readonly PackageImage[],
): Promise<{ readonly images: PublicationImage[]; readonly originals: PublicationOriginal[] }> {
  const stored: PublicationImage[] = [];
  const originals: PublicationOriginal[] = [];
  for (const { name, mediaType, bytes } of images) {
    const source = await sink.storeBlob(bytes);
    stored.push({ name, mediaType, blob: source.blob });
    originals.push({ originalId: `image-${stored.length}`, mediaType, fileName: name, source, deliverable: true });
  }
  return { images: stored, originals };
}

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  zip: "application/zip",
  csv: "application/zip",
  english: "application/zip",
  attachments: "application/zip",
};

/** Keeps a file as an original under its id, and names it after the document. */
export async function storeOriginal(
  { sink, readers }: Pick<IngestContext, "sink" | "readers">,
  originalId: string,
  file: string,
  fileName: string,
): Promise<PublicationOriginal> {
  const source = await sink.storeBlob({ file });
  const factCount = isPackage(originalId) ? await readers.countFigures(file) : undefined;
  const mediaType =
    mediaTypes[originalId] ?? mediaTypes[/\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
  const counted = factCount === undefined ? {} : { factCount };
  return { originalId, mediaType, fileName, source, deliverable: true, ...counted };
}

export function originalName(documentId: string, originalId: string): string {
  const ending = originalId === "pdf" ? ".pdf" : originalId === "zip" ? ".zip" : `-${originalId}.zip`;
  return documentId + ending;
}

export function baseName(file: string): string {
  return basename(file).normalize("NFC");
}

export function summarise(
  publication: Publication,
  drafts: readonly DocumentDraft[],
  metadata: DocumentMetadata,
): DocumentSummaryLine {
  return {
    documentId: metadata.documentId,
    type: metadata.type,
    sections: publication.sections.length,
    characters: publication.sections.reduce((sum, section) => sum + section.markdown.length, 0),
    tables: drafts.reduce((sum, draft) => sum + draft.counts.tables, 0),
    pages: publication.pages.length,
    images: publication.images.length,
    missingPages: drafts.flatMap((draft) => draft.missingPages),
  };
}
