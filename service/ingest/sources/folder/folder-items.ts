import { createHash } from "node:crypto";
import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { jstDayStartMs } from "../../../../lib/contract/dates.ts";
import type { NewsPublication, PublicationOriginal } from "../../../domain/publishing/publication.ts";
import { readFacts } from "../../facts/document-facts.ts";
import { typeOfTimelyDisclosure } from "../../facts/document-type.ts";
import type { DocumentFacts, DocumentMetadata } from "../../facts/known-facts.ts";
import { partName } from "../../package/part-names.ts";
import type { DocumentDraft } from "../../package/read-package.ts";
import { readPdf } from "../../pdf/read-pdf.ts";
import { Refusal } from "../../refusal.ts";
import { compose, metadataOfKnown } from "../../run/compose.ts";
import {
  baseName,
  type IngestContext,
  sha256Of,
  sha256OfText,
  storeImages,
  storeOriginal,
  summarise,
} from "../../run/ingest-context.ts";
import type { IngestItem, ItemOutcome } from "../../run/item.ts";
import { learnIssuer } from "../../run/learn-issuer.ts";
import { decodeText } from "../../text/decode.ts";
import { packageItems } from "../package-items.ts";
import { filesOf } from "./line-files.ts";
import {
  type DocumentLine,
  type Manifest,
  type ManifestFault,
  type NewsLine,
  readCsvManifest,
  readJsonManifest,
} from "./manifest.ts";

const filesMax = 100_000;
const folderDepthMax = 8;
const manifestBytesMax = 32 * 1_048_576;

interface FolderReading {
  readonly manifest: Manifest;
  /** Relative to the folder, with `/`. */
  readonly files: readonly string[];
  readonly faults: readonly (ManifestFault & { readonly file: string })[];
}

/** The files of a folder, and their entries in its manifests. Links are not followed. */
export async function readFolder(folder: string): Promise<FolderReading> {
  const files = await listFiles(folder);
  const documents: DocumentLine[] = [];
  const news: NewsLine[] = [];
  const faults: (ManifestFault & { file: string })[] = [];
  for (const name of ["manifest.json", "documents.csv", "news.csv"]) {
    if (!files.includes(name)) continue;
    const { size } = await lstat(join(folder, name));
    if (size > manifestBytesMax) {
      throw new Refusal("too_large", `${name} has ${size} bytes; ${manifestBytesMax} are allowed.`);
    }
    const text = decodeText(await readFile(join(folder, name)));
    const reading =
      name === "manifest.json"
        ? readJsonManifest(text)
        : readCsvManifest(text, name === "news.csv" ? "news" : "documents");
    if ("faults" in reading) faults.push(...reading.faults.map((fault) => ({ ...fault, file: name })));
    else {
      documents.push(...reading.manifest.documents);
      news.push(...reading.manifest.news);
    }
  }
  return { manifest: { documents, news }, files, faults };
}

async function listFiles(folder: string, below = "", depth = 0): Promise<string[]> {
  if (depth > folderDepthMax) return [];
  const found: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) found.push(...(await listFiles(folder, path, depth + 1)));
    else if (entry.isFile()) found.push(path);
    if (found.length > filesMax) throw new Refusal("too_many_entries", `The folder holds more than ${filesMax} files.`);
  }
  return found.sort();
}

/** Entries of the manifest first, then packages that describe themselves; other files are set aside. */
export function folderItems(
  folder: string,
  reading: FolderReading,
  context: IngestContext,
  /** Stands before the paths from which keys and ids are made. */
  within = "",
): IngestItem[] {
  const named = new Set(reading.manifest.documents.flatMap((line) => [line.file, ...(line.also ?? [])]));
  const below = reading.manifest.documents.map((line) => `${line.file.replace(/\/$/, "")}/`);
  const loose = reading.files.filter(
    (file) => !named.has(file) && /\.(?:zip|pdf)$/i.test(file) && !below.some((path) => file.startsWith(path)),
  );
  return [
    ...reading.manifest.documents.map((line) => lineItem(folder, line, { present: reading.files, context, within })),
    ...packageItems(
      loose.map((file) => join(folder, file)),
      context,
    ),
    ...reading.manifest.news.map((line) => newsItem(line, context)),
  ];
}

function lineItem(
  folder: string,
  line: DocumentLine,
  {
    present,
    context,
    within,
  }: { readonly present: readonly string[]; readonly context: IngestContext; readonly within: string },
): IngestItem {
  const { files: named, web } = filesOf(line, present);
  const open = async (): Promise<string[]> => {
    return Promise.all([...named, ...web].map((file) => insideFolder(folder, file)));
  };
  return {
    key: `folder:${line.id ?? within + line.file}`,
    fingerprint: async () => {
      try {
        return sha256OfText(
          JSON.stringify([line, isReleased(line, context), ...(await Promise.all((await open()).map(sha256Of)))]),
        );
      } catch {
        return "unreadable";
      }
    },
    ingest: async () => {
      await open();
      const files = named.map((file) => join(folder, file));
      const drafts = web.length === 0 ? undefined : await context.readers.readPages(folder, web);
      return ingestLine({ ...line, path: within + line.file }, files, drafts?.[0], context);
    },
  };
}

/** A document whose release time has come is processed once more. */
function isReleased(line: DocumentLine, context: IngestContext): boolean {
  return line.release_at === undefined || line.release_at <= context.now();
}

/** The resolved path of a file, since a link in the folder must not lead out of it. */
async function insideFolder(folder: string, file: string): Promise<string> {
  const path = join(folder, file);
  try {
    if (!(await lstat(path)).isFile()) throw new Refusal("unsafe_path", `${file} is no plain file.`);
    const inside = relative(await realpath(folder), await realpath(path));
    if (inside.startsWith(`..${sep}`) || inside === "..")
      throw new Refusal("unsafe_path", `${file} lies outside the folder.`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("bad_manifest", `${file} is named in the manifest and can't be read.`);
  }
  return path;
}

type PlacedLine = DocumentLine & { readonly path: string };

async function ingestLine(
  line: PlacedLine,
  files: readonly string[],
  pages: DocumentDraft | undefined,
  context: IngestContext,
): Promise<ItemOutcome> {
  const pdf = files.find((file) => /\.pdf$/i.test(file));
  const archive = files.find((file) => /\.zip$/i.test(file));
  if (pdf === undefined && archive === undefined && pages === undefined)
    throw new Refusal("bad_manifest", `${line.file} is neither a PDF, a ZIP, a page of HTML nor a folder of them.`);
  const [draft] = archive === undefined ? [pages] : await context.readers.read(archive);
  const facts = draft === undefined ? undefined : readFacts(draft, baseName(archive ?? ""));
  const metadata = metadataOf(line, facts, context);
  const wantsText = line.text !== false;
  const text = wantsText ? (draft?.sections ?? []) : [];
  const paper = pdf === undefined ? undefined : await readPdf(context.pdf, pdf, { sections: text, text: wantsText });
  const originals: PublicationOriginal[] = [];
  for (const file of files) {
    const kind = file === pdf ? "pdf" : file === archive ? "zip" : `attachment-${originals.length}`;
    originals.push(await storeOriginal(context, kind, file, baseName(file)));
  }
  const pictures = await storeImages(context.sink, text.length > 0 ? (draft?.images ?? []) : []);
  const publication = compose(metadata, {
    sections: paper?.sections ?? text,
    pages: paper?.pages ?? [],
    originals: [...originals, ...pictures.originals],
    images: pictures.images,
    missingParts: draft?.missingPages.map(partName),
  });
  const change = await context.sink.publish(publication);
  await learnIssuer(metadata, draft, context);
  return { change, summary: summarise(publication, draft === undefined ? [] : [draft], metadata) };
}

/** The manifest takes precedence over the package. */
function metadataOf(line: PlacedLine, facts: DocumentFacts | undefined, context: IngestContext): DocumentMetadata {
  const title = titleOf(line.title, facts?.title);
  const filedOn = facts?.filedOn;
  const timelineAtMs = line.published_at ?? (filedOn === undefined ? undefined : jstDayStartMs(filedOn));
  if (title === undefined || timelineAtMs === undefined) {
    throw new Refusal(
      "missing_facts",
      `${line.file} needs '${title === undefined ? "title" : "published_at"}' in the manifest.`,
    );
  }
  const documentId = line.id ?? facts?.documentId ?? /(?<!\d)\d{14}(?!\d)/.exec(line.file)?.[0] ?? idOfPath(line);
  const release = line.release_at ?? null;
  const securityCode = line.security_code ?? facts?.securityCode ?? null;
  return metadataOfKnown(facts, {
    documentId,
    family: line.family,
    type: line.type ?? typeOf(line, title, facts),
    title,
    securityCode,
    issuerName:
      line.issuer_name ?? facts?.issuerName ?? (securityCode === null ? null : (context.nameOf(securityCode) ?? null)),
    timelineAtMs,
    periodStart: line.period_start ?? facts?.periodStart ?? null,
    periodEnd: line.period_end ?? facts?.periodEnd ?? null,
    fiscalPeriod: line.fiscal_period ?? facts?.fiscalPeriod ?? null,
    ...(line.language === undefined ? {} : { language: line.language }),
    amendsDocumentId: line.amends ?? facts?.amendsDocumentId ?? null,
    ...(line.source_url === undefined ? {} : { sourceUrl: line.source_url }),
    ...(line.source_attribution === undefined ? {} : { sourceAttribution: line.source_attribution }),
    releaseAtMs: release,
    isPending: release !== null && release > context.now(),
  });
}

/** A bare name of a form gets the term that its package names: an issuer files it every year. */
function titleOf(given: string | undefined, said: string | undefined): string | undefined {
  return given === undefined || said?.startsWith(`${given}－`) === true ? said : given;
}

function typeOf(line: DocumentLine, title: string, facts: DocumentFacts | undefined): DocumentMetadata["type"] {
  if (facts !== undefined && facts.type !== "other") return facts.type;
  if (line.family === "timely_disclosure") return typeOfTimelyDisclosure(title);
  if (line.family === "edinet_filing") return "other";
  if (/統合報告|integrated report/i.test(title)) return "integrated_report";
  if (/ファクトブック|fact ?book/i.test(title)) return "fact_book";
  return /説明(?:会|資料)|プレゼンテーション|presentation/i.test(title) ? "ir_presentation" : "other";
}

/** A file that is replaced by a better one under the same name is the same document. */
function idOfPath(line: PlacedLine): string {
  return `${line.family}-${createHash("sha256").update(line.path.normalize("NFC")).digest("hex").slice(0, 16)}`;
}

function newsItem(line: NewsLine, context: IngestContext): IngestItem {
  return {
    key: `news:${line.id}`,
    fingerprint: async () => sha256OfText(JSON.stringify(line)),
    ingest: async () => ({ change: await context.sink.publishNews(newsOf(line)) }),
  };
}

function newsOf(line: NewsLine): NewsPublication {
  return {
    newsId: line.id,
    title: line.title ?? null,
    statement: line.statement,
    observedAtMs: line.observed_at,
    securityCodes: line.security_codes,
    references: line.references.map((reference) => ({
      documentId: reference.document ?? null,
      sectionId: reference.section ?? null,
      pageNumber: reference.page ?? null,
      url: reference.url ?? null,
      title: reference.title ?? null,
    })),
  };
}
