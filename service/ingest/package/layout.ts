import type { Archive } from "../../../lib/kit/archives/archive.ts";
import { Refusal } from "../refusal.ts";

/** The parts of one document inside a package. Folders end with `/`; the archive's root is "". */
export interface PackageDocument {
  /** `pages`: HTML that lies in a folder and is no package. */
  readonly kind: "edinet" | "tdnet" | "csv" | "attachments" | "english" | "pages";
  /** Folder of the text, or of the files themselves. */
  readonly folder: string;
  /** The docID that a web download names its folder after. */
  readonly documentId: string | undefined;
}

const documentIdPattern = /^S[0-9A-Z]{7}$/;

/** Finds the documents of a package: one as the API delivers it, several in a download from the web site. */
export function findDocuments(archive: Archive): PackageDocument[] {
  const paths = archive.entries.map((entry) => entry.path);
  const edinet = foldersOf(paths, /^(?:(.*)\/)?(?:XBRL\/)?PublicDoc\/[^/]+$/, /(?:XBRL\/)?PublicDoc\/$/);
  const english = foldersOf(paths, /(?:^|\/)EnglishDoc\/[^/]+$/, /EnglishDoc\/$/);
  const found = [
    ...edinet.map((folder) => describe("edinet", folder)),
    ...english.map((folder) => describe("english", folder)),
  ];
  if (found.length > 0) return found;
  if (paths.some((path) => /(?:^|\/)XBRLData\/(?:Summary|Attachment)\//.test(path))) {
    return [describe("tdnet", prefixBefore(paths, "XBRLData/"))];
  }
  const flat = paths.find((path) => /(?:^|\/)tse-[^/]*-ixbrl\.html?$/.test(path));
  if (flat !== undefined) return [describe("tdnet", flat.slice(0, flat.lastIndexOf("/") + 1))];
  const csv = paths.find((path) => /(?:^|\/)XBRL_TO_CSV\/[^/]+\.csv$/i.test(path));
  if (csv !== undefined) return [describe("csv", csv.slice(0, csv.lastIndexOf("/") + 1))];
  const attached = paths.find((path) => /(?:^|\/)AttachDoc\//.test(path));
  if (attached !== undefined) return [describe("attachments", attached.slice(0, attached.indexOf("AttachDoc/")))];
  throw new Refusal("unknown_layout", "The archive is no package of EDINET or TDnet.");
}

function foldersOf(paths: readonly string[], member: RegExp, tail: RegExp): string[] {
  const folders = paths.filter((path) => member.test(path)).map((path) => path.slice(0, path.lastIndexOf("/") + 1));
  return [...new Set(folders)].filter((folder) => tail.test(folder));
}

function prefixBefore(paths: readonly string[], folder: string): string {
  const path = paths.find((each) => each.includes(folder)) ?? "";
  return path.slice(0, path.indexOf(folder));
}

function describe(kind: PackageDocument["kind"], folder: string): PackageDocument {
  return { kind, folder, documentId: folder.split("/").find((part) => documentIdPattern.test(part)) };
}

interface ReadingOrder {
  readonly pages: readonly string[];
  /** Listed by the manifest, absent from the archive. */
  readonly missing: readonly string[];
}

const pagePattern = /\.(?:html?|xhtml)$/i;

export function isPage(path: string): boolean {
  return pagePattern.test(path);
}

export function orderPages(archive: Archive, document: PackageDocument, listed: readonly string[]): ReadingOrder {
  const own = archive.entries.map((entry) => entry.path).filter((path) => path.startsWith(document.folder));
  if (document.kind === "tdnet") return { pages: orderTdnet(own), missing: [] };
  if (document.kind === "pages") return { pages: own.filter(isPage), missing: [] };
  const present = own
    .filter((path) => pagePattern.test(path) && !path.slice(document.folder.length).includes("/"))
    .sort();
  const wanted = listed.map((name) => document.folder + name);
  const pages = wanted.filter((path) => archive.has(path));
  // A page missing in the manifest is still the filer's text, and is placed by its number.
  for (const path of present) {
    if (pages.includes(path)) continue;
    const at = pages.findIndex((other) => other > path);
    pages.splice(at < 0 ? pages.length : at, 0, path);
  }
  return {
    pages,
    missing: wanted.filter((path) => !archive.has(path)).map((path) => path.slice(document.folder.length)),
  };
}

/**
 * A summary of results: the summary page, the explanatory text, then the statements in the order of their numbers.
 * Statements that the text already contains are not repeated.
 */
function orderTdnet(paths: readonly string[]): string[] {
  const pages = paths.filter((path) => pagePattern.test(path)).sort();
  const rank = (path: string): number =>
    path.includes("/Attachment/") ? (/qualitative\.html?$/i.test(path) ? 1 : 2) : 0;
  return pages.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
