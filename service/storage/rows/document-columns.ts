import { z } from "zod";
import { jstDateTime } from "../../../lib/contract/dates.ts";
import type { DocumentSummary } from "../../../lib/contract/resources.ts";
import type { ContentStatus } from "../../../lib/contract/vocabulary.ts";
import type { DocumentRecord } from "../ports.ts";
import type { Engine } from "../reads.ts";
import { writeDividedAnew } from "./divided-anew.ts";
import { writePageRuns } from "./page-runs.ts";
import { orNull, storedDocumentId, storedSecurityCode } from "./stored-ids.ts";

/**
 * The columns of a document: what is written to each, and what a summary reads from them. A new field is added to
 * DocumentSummary first; the compiler then demands a column here and a value from publications.
 */
interface WrittenColumns {
  document_id: string;
  family: string;
  type: string;
  title: string;
  security_code: string | null;
  issuer_name: string | null;
  timeline_at_ms: number;
  period_start: string | null;
  period_end: string | null;
  fiscal_period: string | null;
  status: ContentStatus;
  release_at_ms: number | null;
  listed_page_count: number;
  page_count: number | null;
  page_runs: string;
  character_count: number | null;
  language: string | null;
  amends_document_id: string | null;
  source_url: string | null;
  source_attribution: string | null;
  fingerprint: string;
  missing_parts: string | null;
  divided_anew: string | null;
}

const written: { readonly [C in keyof WrittenColumns]: (record: DocumentRecord) => WrittenColumns[C] } = {
  document_id: ({ publication }) => publication.documentId,
  family: ({ publication }) => publication.family,
  type: ({ publication }) => publication.type,
  title: ({ publication }) => publication.title,
  security_code: ({ publication }) => publication.securityCode,
  issuer_name: ({ publication }) => publication.issuerName,
  timeline_at_ms: ({ publication }) => publication.timelineAtMs,
  period_start: ({ publication }) => publication.periodStart,
  period_end: ({ publication }) => publication.periodEnd,
  fiscal_period: ({ publication }) => publication.fiscalPeriod,
  status: ({ status }) => status,
  release_at_ms: ({ publication, status }) => (status === "pending_release" ? publication.releaseAtMs : null),
  listed_page_count: ({ publication }) => publication.pages.filter((page) => page.listed).length,
  page_count: ({ publication }) => (publication.pages.length === 0 ? null : publication.pages.length),
  page_runs: ({ publication }) => writePageRuns(publication.pages),
  character_count: charactersOf,
  language: ({ publication }) => publication.language,
  amends_document_id: ({ publication }) => publication.amendsDocumentId,
  source_url: ({ publication }) => publication.sourceUrl,
  source_attribution: ({ publication }) => publication.sourceAttribution,
  fingerprint: ({ fingerprint }) => fingerprint,
  missing_parts: ({ publication: { missingParts = [] } }) =>
    missingParts.length === 0 ? null : JSON.stringify(missingParts),
  divided_anew: ({ dividedAnew }) => writeDividedAnew(dividedAnew),
};

const names = Object.keys(written);

/** Takes the values in the order of the columns, and tells the row's number. */
export const documentUpsert = `
  INSERT INTO documents (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
  ON CONFLICT (document_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(", ")}
  RETURNING doc`;

export function columnValues(record: DocumentRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(written).map(([name, valueOf]) => [name, valueOf(record)]));
}

/** Outermost sections hold the others. */
function charactersOf({ sections }: DocumentRecord): number | null {
  if (sections.length === 0) return null;
  const outermost = sections.filter((section) => section.parentSectionId === null);
  return outermost.reduce((total, section) => total + section.characterCount, 0);
}

/** Read by nobody who reads summaries. */
const unlisted = ["page_runs", "fingerprint", "divided_anew"] as const;

export interface DocumentRow extends Omit<WrittenColumns, (typeof unlisted)[number]> {
  issuer_name_en: string | null;
  superseded_by_document_id: string | null;
  amended_by_document_id: string | null;
  other_language_document_id: string | null;
}

/** Of the table `documents` under the name `d`. */
export function summaryColumns(engine: Engine): string {
  const hint = engine === "sqlite" ? "INDEXED BY documents_by_amended" : "";
  return `
  ${names
    .filter((name) => !unlisted.some((each) => each === name))
    .map((name) => `d.${name}`)
    .join(", ")},
  (SELECT i.name_en FROM issuers i WHERE i.security_code = d.security_code) AS issuer_name_en,
  d.superseded_by_document_id,
  (SELECT a.document_id FROM documents a ${hint}
     WHERE a.amends_document_id = d.document_id AND a.status <> 'withdrawn'
     ORDER BY a.timeline_at_ms DESC, a.document_id DESC LIMIT 1) AS amended_by_document_id,
  (SELECT o.document_id FROM documents o WHERE o.status <> 'withdrawn' AND o.document_id =
     CASE WHEN d.document_id LIKE '%-en' THEN substr(d.document_id, 1, length(d.document_id) - 3)
     ELSE d.document_id || '-en' END) AS other_language_document_id`;
}

export function summaryOf(row: DocumentRow): Required<DocumentSummary> {
  const deliversImages = row.status === "ready" || row.status === "unavailable";
  return {
    document_id: storedDocumentId(row.document_id),
    document_family: row.family,
    document_type: row.type,
    title: row.title,
    security_code: orNull(storedSecurityCode, row.security_code),
    issuer_name: row.issuer_name,
    issuer_name_en: row.issuer_name_en,
    timeline_at: jstDateTime(row.timeline_at_ms),
    period_start: row.period_start,
    period_end: row.period_end,
    fiscal_period: row.fiscal_period,
    content_status: row.status,
    image_available: deliversImages && row.listed_page_count > 0,
    page_count: row.page_count,
    character_count: row.status === "ready" ? row.character_count : null,
    language: row.language,
    amends_document_id: orNull(storedDocumentId, row.amends_document_id),
    amended_by_document_id: orNull(storedDocumentId, row.amended_by_document_id),
    superseded_by_document_id: orNull(storedDocumentId, row.superseded_by_document_id),
    other_language_document_id: orNull(storedDocumentId, row.other_language_document_id),
    source_url: row.source_url,
    source_attribution: row.source_attribution,
    missing_parts: [...missingPartsOf(row)],
  };
}

const MissingParts = z.array(z.string());

function missingPartsOf(row: DocumentRow): readonly string[] {
  return row.missing_parts === null ? [] : MissingParts.parse(JSON.parse(row.missing_parts));
}
