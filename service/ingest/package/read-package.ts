import {
  type Archive,
  type ArchiveLimits,
  defaultArchiveLimits,
  openArchive,
} from "../../../lib/kit/archives/archive.ts";
import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { openPlainFiles } from "../archive/plain-files.ts";
import { Refusal } from "../refusal.ts";
import type { Block, Fact, Page, Period, SourceCounts } from "../text/blocks.ts";
import { buildSections } from "../text/build-sections.ts";
import { decodeText } from "../text/decode.ts";
import { readPage } from "../text/read-page.ts";
import { readCsvPackage } from "./csv-facts.ts";
import { csvBlocks } from "./csv-text.ts";
import { ImageCollection, type PackageImage } from "./images.ts";
import { findDocuments, orderPages, type PackageDocument } from "./layout.ts";
import { readManifest } from "./manifest.ts";

/** The contents of a package, before its title and metadata are decided. */
export interface DocumentDraft {
  readonly kind: PackageDocument["kind"];
  readonly documentId: string | undefined;
  /** Names of the pages in reading order. */
  readonly pageNames: readonly string[];
  readonly missingPages: readonly string[];
  readonly sections: readonly PublicationSection[];
  readonly images: readonly PackageImage[];
  /** The PDFs of an English original, the longest first. */
  readonly papers: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly facts: readonly Fact[];
  readonly contexts: ReadonlyMap<string, Period>;
  readonly counts: SourceCounts;
}

const pageBytesMax = 48 * 1_048_576;
const textBytesMax = 160 * 1_048_576;

/** Reads every document of a package, from a file or from its bytes. Uses neither disk nor network otherwise. */
export async function readPackage(
  source: string | Buffer,
  limits: ArchiveLimits = defaultArchiveLimits,
): Promise<DocumentDraft[]> {
  const archive = await openArchive(source, limits);
  try {
    const drafts: DocumentDraft[] = [];
    for (const document of findDocuments(archive)) drafts.push(await readDocument(archive, document));
    return drafts;
  } finally {
    archive.close();
  }
}

/** Pages of HTML in the order in which they are named, with their images; an unpacked package is read as one. */
export async function readPages(root: string, files: readonly string[]): Promise<DocumentDraft[]> {
  const archive = openPlainFiles(root, files);
  const documents = isPackage(archive) ? findDocuments(archive) : [plainPages];
  const drafts: DocumentDraft[] = [];
  for (const document of documents) drafts.push(await readDocument(archive, document));
  return drafts;
}

const plainPages: PackageDocument = { kind: "pages", folder: "", documentId: undefined };

function isPackage(archive: Archive): boolean {
  return archive.entries.some(({ path }) =>
    /(?:^|\/)manifest_PublicDoc\.xml$|(?:^|\/)tse-[^/]*-ixbrl\.html?$/.test(path),
  );
}

async function readDocument(archive: Archive, document: PackageDocument): Promise<DocumentDraft> {
  if (document.kind === "csv") return readCsvDocument(archive, document);
  if (document.kind === "attachments") return draftOf(document, []);
  const order = orderPages(archive, document, await listedPages(archive, document));
  checkSizes(archive, order.pages);
  const collection = new ImageCollection(archive);
  const blocks: Block[] = [];
  const pages: Page[] = [];
  for (const path of order.pages) {
    const page = readPage(decodeText(await archive.read(path)));
    const sources = imageSources(page.blocks);
    for (const source of sources) await collection.take(path, source);
    const nameOf = (source: string) => collection.nameOf(path, source) ?? "";
    blocks.push(...(sources.length === 0 ? page.blocks : renameImages(page.blocks, nameOf)));
    pages.push({ ...page, blocks: [] });
  }
  const facts = pages.flatMap((page) => page.facts);
  const sections = buildSections(blocks, {
    coverTitle: document.kind === "tdnet" ? tdnetCoverTitle(facts) : document.kind === "english" ? "Cover" : "表紙",
    images: (name) => (name === "" ? undefined : name),
  });
  return {
    kind: document.kind,
    documentId: document.documentId,
    pageNames: order.pages.map((path) => path.slice(document.folder.length)),
    missingPages: order.missing,
    sections,
    images: collection.images,
    papers: document.kind === "english" ? await readPapers(archive, document.folder) : [],
    facts,
    contexts: new Map(pages.flatMap((page) => [...page.contexts])),
    counts: sumCounts(pages),
  };
}

async function readCsvDocument(archive: Archive, document: PackageDocument): Promise<DocumentDraft> {
  const { facts, lines } = await readCsvPackage(archive, document.folder);
  const sections = buildSections(csvBlocks(lines), { coverTitle: "表紙", images: () => undefined });
  const pageNames = archive.entries.map((entry) => entry.path.slice(document.folder.length));
  return { ...draftOf(document, facts), pageNames, sections };
}

function draftOf(document: PackageDocument, facts: readonly Fact[]): DocumentDraft {
  const counts = { headings: [0, 0, 0, 0, 0, 0], tables: 0, nestedTables: 0 };
  const { kind, documentId } = document;
  return {
    kind,
    documentId,
    pageNames: [],
    missingPages: [],
    sections: [],
    images: [],
    papers: [],
    facts,
    contexts: new Map(),
    counts,
  };
}

const papersMax = 20;

async function readPapers(archive: Archive, folder: string): Promise<DocumentDraft["papers"]> {
  const entries = archive.entries.filter(({ path }) => path.startsWith(folder) && /\.pdf$/i.test(path));
  if (entries.length > papersMax) throw new Refusal("too_large", `The English original has ${entries.length} PDFs.`);
  const paths = entries.sort((a, b) => b.byteSize - a.byteSize).map(({ path }) => path);
  checkSizes(archive, paths);
  const papers: DocumentDraft["papers"][number][] = [];
  for (const path of paths) papers.push({ name: path.slice(folder.length), bytes: await archive.read(path) });
  return papers;
}

async function listedPages(archive: Archive, document: PackageDocument): Promise<string[]> {
  const path = `${document.folder}manifest_PublicDoc.xml`;
  return archive.has(path) ? readManifest(decodeText(await archive.read(path))) : [];
}

function checkSizes(archive: Archive, pages: readonly string[]): void {
  const sizes = archive.entries.filter((entry) => pages.includes(entry.path)).map((entry) => entry.byteSize);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > textBytesMax || sizes.some((size) => size > pageBytesMax)) {
    throw new Refusal("too_large", `The pages have ${total} bytes; that is no filing.`);
  }
}

function imageSources(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "image") return [block.source];
    if (block.kind !== "table") return [];
    return block.rows.flatMap((row) => row.cells.flatMap((cell) => imageSources(cell.blocks)));
  });
}

/** Pages are in different folders, so their references to an image are turned into its single name. */
function renameImages(blocks: readonly Block[], nameOf: (source: string) => string): Block[] {
  return blocks.map((block) => {
    if (block.kind === "image") return { kind: "image", source: nameOf(block.source) };
    if (block.kind !== "table" || imageSources([block]).length === 0) return block;
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: renameImages(cell.blocks, nameOf) })),
    }));
    return { kind: "table", rows };
  });
}

function tdnetCoverTitle(facts: readonly Fact[]): string {
  return facts.find((fact) => /:DocumentName(?:[A-Z]{2,})?$/.test(fact.name))?.value ?? "サマリー情報";
}

function sumCounts(pages: readonly Page[]): SourceCounts {
  const headings = [0, 0, 0, 0, 0, 0].map((_, tag) =>
    pages.reduce((sum, page) => sum + (page.counts.headings[tag] ?? 0), 0),
  );
  return {
    headings,
    tables: pages.reduce((sum, page) => sum + page.counts.tables, 0),
    nestedTables: pages.reduce((sum, page) => sum + page.counts.nestedTables, 0),
  };
}
