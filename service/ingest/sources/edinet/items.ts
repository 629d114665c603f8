import { rm } from "node:fs/promises";
import { join } from "node:path";
import { normaliseSecurityCode } from "../../../../lib/contract/security-code.ts";
import { type DocumentType, documentTypes } from "../../../../lib/contract/vocabulary.ts";
import type { PublicationOriginal, PublicationSection } from "../../../domain/publishing/publication.ts";
import type { IngestRecord } from "../../../storage/ports.ts";
import { readFacts } from "../../facts/document-facts.ts";
import type { DocumentMetadata } from "../../facts/known-facts.ts";
import { partName } from "../../package/part-names.ts";
import type { DocumentDraft } from "../../package/read-package.ts";
import { type PdfContent, readPdf } from "../../pdf/read-pdf.ts";
import { Refusal } from "../../refusal.ts";
import { compose } from "../../run/compose.ts";
import { englishIdOf, publishEnglish } from "../../run/english-original.ts";
import {
  type IngestContext,
  originalName,
  sha256OfText,
  storeImages,
  storeOriginal,
  summarise,
} from "../../run/ingest-context.ts";
import type { IngestItem, ItemOutcome } from "../../run/item.ts";
import { learnIssuer } from "../../run/learn-issuer.ts";
import type { PublicationSink } from "../../run/publication-sink.ts";
import type { DownloadType, EdinetClient } from "./client.ts";
import { ListRow } from "./list-row.ts";
import { typeOfRow } from "./plan.ts";
import { metadataOfRow, submittedMs } from "./row-metadata.ts";

const originalIds: Readonly<Record<DownloadType, string>> = {
  1: "zip",
  2: "pdf",
  3: "attachments",
  4: "english",
  5: "csv",
};

/** Stands in place of a row in the record of an id whose delivery has ended. */
const closedDetail = JSON.stringify({ closed: true });

export interface EdinetSource {
  readonly client: EdinetClient;
  readonly context: IngestContext;
  /** Beside the package and the PDF. */
  readonly extras: ReadonlySet<DownloadType>;
  readonly typeOf: (documentId: string) => Promise<DocumentType | undefined>;
}

export function documentItem(row: ListRow, source: EdinetSource, day?: string): IngestItem {
  return {
    key: row.docID,
    record: {
      kind: "document",
      ...(day === undefined ? {} : { day }),
      submittedAtMs: submittedMs(row.submitDateTime) ?? null,
      detail: JSON.stringify(row),
    },
    fingerprint: async () => {
      // Rows that were read before English originals were documents are read once more, the others not.
      const english = row.englishDocFlag === "1" ? { english: "document" } : {};
      // The order in a list changes from hour to hour and is not a property of the document.
      const facts = { ...row, seqNumber: 0, extras: [...source.extras].sort(), ...english };
      return sha256OfText(JSON.stringify(facts));
    },
    ingest: () => ingestRow(row, source),
  };
}

export const isClosing = (item: IngestItem): boolean => item.record?.detail === closedDetail;

/** The item of a record that one of these two has made. */
export function recordedItem({ key, detail, day }: IngestRecord, source: EdinetSource): IngestItem {
  if (detail === closedDetail) return closingItem(key, source.context);
  return documentItem(ListRow.parse(JSON.parse(detail ?? "null")), source, day ?? undefined);
}

/** Of a document that is not in yet by its row of the list; a correction has no type of its own. */
export async function recordedTypeOf(documentId: string, sink: PublicationSink): Promise<DocumentType | undefined> {
  const record = await sink.records.find(documentId);
  const row = record?.detail == null ? undefined : ListRow.safeParse(JSON.parse(record.detail)).data;
  if (row !== undefined && row.docTypeCode !== "360") return typeOfRow(row);
  const type = await sink.typeOf(documentId);
  return documentTypes.find((each) => each === type);
}

/** An id whose delivery ended. If it was never ingested nothing is stored, since the list has only its id. */
export function closingItem(documentId: string, context: IngestContext): IngestItem {
  return {
    key: documentId,
    // Before all documents of its day.
    record: { kind: "document", submittedAtMs: 0, detail: closedDetail },
    fingerprint: async () => "closed",
    async ingest(): Promise<ItemOutcome> {
      const change = await context.sink.withdraw(documentId);
      await context.sink.withdraw(englishIdOf(documentId));
      return { change: change === "unknown" ? "nothing" : "closed" };
    },
  };
}

async function ingestRow(row: ListRow, source: EdinetSource): Promise<ItemOutcome> {
  const { context } = source;
  const { files, lacking } = await fetchFiles(row, source);
  try {
    const zip = files.get(1);
    const pdf = files.get(2);
    const draft = zip === undefined ? undefined : await readDraft(context, zip);
    const text = draft?.sections ?? [];
    const paper = pdf === undefined ? { pages: [], sections: text } : await readPaper(context, pdf, text);
    const paperRefused = lacking ?? ("refused" in paper ? paper.refused : undefined);
    const facts = draft === undefined ? undefined : readFacts(draft, row.docID);
    const parentType = await typeOfAmended(row, source);
    const metadata = metadataOfRow(row, facts, context.companyOf, parentType);
    const originals: PublicationOriginal[] = [];
    for (const [type, file] of [...files].sort(([a], [b]) => a - b)) {
      const id = originalIds[type];
      originals.push(await storeOriginal(context, id, file, originalName(row.docID, id)));
    }
    const pictures = await storeImages(context.sink, draft?.images ?? []);
    const publication = compose(metadata, {
      sections: paper.sections,
      pages: paper.pages,
      originals: [...originals, ...pictures.originals],
      images: pictures.images,
      missingParts: draft?.missingPages.map(partName),
    });
    const change = await context.sink.publish(publication);
    await learnFiler(row, context);
    if (metadata.securityCode !== ownCodeOf(row)) await learnIssuer(metadata, draft, context);
    const english = files.get(4);
    const refused = paperRefused ?? (english === undefined ? undefined : await takeEnglish(metadata, english, context));
    if (refused !== undefined) throw refused;
    return { change, summary: summarise(publication, draft === undefined ? [] : [draft], metadata) };
  } finally {
    for (const file of files.values()) await rm(file, { force: true });
  }
}

/**
 * A correction of a holding report has the type of what it corrects, which only that document says. Where it is in no
 * list that was read, its package is asked for; undefined where that can't be read either.
 */
async function typeOfAmended(row: ListRow, source: EdinetSource): Promise<DocumentType | undefined> {
  const { parentDocID } = row;
  if (row.docTypeCode !== "360" || parentDocID === null) return undefined;
  const known = await source.typeOf(parentDocID);
  if (known !== undefined) return known;
  const { context, client } = source;
  const file = join(context.incoming, `${row.docID}-parent.zip`);
  try {
    if (!(await client.download(parentDocID, 1, file))) return undefined;
    const draft = await readDraft(context, file);
    return draft === undefined ? undefined : readFacts(draft, parentDocID).type;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  } finally {
    await rm(file, { force: true });
  }
}

function ownCodeOf({ secCode }: ListRow): string | undefined {
  return secCode === null ? undefined : normaliseSecurityCode(secCode);
}

/** If no list of companies names the filer, its own document does, and a holding report its company. */
async function learnFiler(row: ListRow, { sink, nameOf }: IngestContext): Promise<void> {
  const securityCode = ownCodeOf(row);
  if (securityCode === undefined || row.filerName === null || row.fundCode !== null) return;
  if (nameOf(securityCode) !== undefined) return;
  await sink.learnIssuer({
    ...{ securityCode, name: row.filerName, edinetCode: row.edinetCode, corporateNumber: row.JCN },
    ...{ nameEn: null, nameKana: null, market: null, sector: null },
  });
}

const partNames: Readonly<Record<DownloadType, string>> = {
  ...{ 1: "its package", 2: "its PDF", 3: "its attachments", 4: "its English original", 5: "its CSV" },
};

function without(type: DownloadType, { reason, message }: Refusal): Refusal {
  return new Refusal(reason, `Without ${partNames[type]}: ${message}`);
}

/** A document with a broken PDF lacks its pages, but not its text. */
async function readPaper(
  context: IngestContext,
  file: string,
  sections: readonly PublicationSection[],
): Promise<PdfContent & { readonly refused?: Refusal }> {
  try {
    return await readPdf(context.pdf, file, { sections, text: true });
  } catch (error) {
    if (sections.length > 0 && error instanceof Refusal) return { pages: [], sections, refused: without(2, error) };
    throw error;
  }
}

/** Why it is not there. */
async function takeEnglish(
  metadata: DocumentMetadata,
  file: string,
  context: IngestContext,
): Promise<Refusal | undefined> {
  try {
    const draft = await readDraft(context, file);
    if (draft?.kind === "english") await publishEnglish(metadata, draft, context);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return without(4, error);
  }
}

async function readDraft(context: IngestContext, file: string): Promise<DocumentDraft | undefined> {
  const [draft] = await context.readers.read(file);
  return draft;
}

interface FetchedFiles {
  readonly files: ReadonlyMap<DownloadType, string>;
  /** Why one of them is not there; the package always is. */
  readonly lacking: Refusal | undefined;
}

async function fetchFiles(row: ListRow, source: EdinetSource): Promise<FetchedFiles> {
  const files = new Map<DownloadType, string>();
  let lacking: Refusal | undefined;
  for (const type of wantedTypes(row, source.extras)) {
    const file = join(source.context.incoming, `${row.docID}-${type}${type === 2 ? ".pdf" : ".zip"}`);
    try {
      if (await source.client.download(row.docID, type, file)) files.set(type, file);
    } catch (error) {
      if (!files.has(1) || !(error instanceof Refusal)) throw error;
      lacking ??= without(type, error);
    }
  }
  if (files.size === 0) throw new Refusal("download_failed", "EDINET has no file of the document.");
  return { files, lacking };
}

/** Without XBRL the package still holds the pages as HTML. */
function wantedTypes(row: ListRow, extras: ReadonlySet<DownloadType>): DownloadType[] {
  const has: Partial<Record<DownloadType, boolean>> = {
    1: true,
    2: row.pdfFlag === "1",
    3: row.attachDocFlag === "1" && extras.has(3),
    4: row.englishDocFlag === "1",
    5: row.csvFlag === "1" && extras.has(5),
  };
  return ([1, 2, 3, 4, 5] as const).filter((type) => has[type] === true);
}
