import type { Original } from "../../../lib/contract/resources.ts";
import { isPackage, type TaggedName } from "../../domain/publishing/publication.ts";
import { englishTitle } from "../../search/index.ts";
import type { CatalogPage, CatalogSection, SectionText } from "../ports.ts";
import { readPageBreaks, readPageNumbers } from "./page-breaks.ts";
import { type PageRun, readPageRuns } from "./page-runs.ts";
import { orNull, storedOriginalId, storedSectionId } from "./stored-ids.ts";
import { unpackText } from "./text-codec.ts";

/** The meaning of a document's rows, for any engine. */
export interface SectionRow {
  position: number;
  section_id: string;
  title: string;
  level: number;
  parent_section_id: string | null;
  character_count: number;
  text_hash: string | null;
  own_text_hash: string | null;
  page_number: number | null;
  page_confidence: number | null;
  page_breaks: string | null;
  uncertain_pages: string | null;
}

export interface OriginalRow {
  original_id: string;
  media_type: string;
  file_name: string;
  byte_size: number | null;
  deliverable: 0 | 1;
  fact_count: number | null;
}

export const sectionColumns =
  "position, section_id, title, level, parent_section_id, character_count, text_hash, own_text_hash, page_number, page_confidence, page_breaks, uncertain_pages";

/** So many documents are looked through for uncounted packages at a time, so that nobody waits for it. */
export const uncountedSpan = 1_000;

export const uncountedColumns = `doc AS place, original_id AS "originalId", blob`;
export const isUncounted =
  "fact_count IS NULL AND maker IS NULL AND blob IS NOT NULL AND (original_id = 'zip' OR original_id LIKE 'zip-%')";

export const originalColumns = "original_id, media_type, file_name, byte_size, deliverable, fact_count";

export function catalogSection(row: SectionRow, names: () => readonly TaggedName[]): CatalogSection {
  return {
    entry: {
      section_id: storedSectionId(row.section_id),
      title: row.title,
      title_en: englishTitle(row.title, names),
      level: row.level,
      parent_section_id: orNull(storedSectionId, row.parent_section_id),
      character_count: row.character_count,
      page_number: row.page_number,
      page_confidence: row.page_number === null ? null : (row.page_confidence ?? 1),
      page_breaks: readPageBreaks(row.page_breaks),
      ...(row.uncertain_pages === null ? {} : { uncertain_pages: readPageNumbers(row.uncertain_pages) }),
    },
    textHash: row.text_hash,
    ownTextHash: row.own_text_hash,
  };
}

export function sectionText(row: SectionRow, packed: Uint8Array | undefined): SectionText {
  if (packed === undefined) throw new Error(`The text of section ${row.section_id} is missing.`);
  return {
    sectionId: row.section_id,
    title: row.title,
    level: row.level,
    parentSectionId: row.parent_section_id,
    markdown: unpackText(packed),
  };
}

export function originalOf(row: OriginalRow): Original {
  return {
    original_id: storedOriginalId(row.original_id),
    media_type: row.media_type,
    file_name: row.file_name,
    byte_size: row.byte_size,
    ...(isPackage(row.original_id) ? { fact_count: row.fact_count } : {}),
  };
}

/** From the outermost ancestor to the section itself. */
export function pathOf(rows: readonly SectionRow[], sectionId: string): readonly string[] | undefined {
  const byId = new Map(rows.map((row) => [row.section_id, row]));
  const path: string[] = [];
  for (let row = byId.get(sectionId); row !== undefined; row = byId.get(row.parent_section_id ?? "")) {
    path.unshift(row.title);
  }
  return path.length === 0 ? undefined : path;
}

export function listedPages(
  runs: string | undefined,
  files: readonly { readonly page_number: number; readonly byte_size: number }[],
): CatalogPage[] {
  const sizes = new Map(files.map((row) => [row.page_number, row.byte_size]));
  const pages: CatalogPage[] = [];
  for (const { first, last, width, height, listed } of runsOf(runs)) {
    if (!listed) continue;
    for (let pageNumber = first; pageNumber <= last; pageNumber++) {
      pages.push({ pageNumber, points: { width, height }, byteSize: sizes.get(pageNumber) ?? null });
    }
  }
  return pages;
}

export function pageIn(runs: string | undefined, pageNumber: number): "listed" | "hidden" | "absent" {
  const run = runsOf(runs).find(({ first, last }) => first <= pageNumber && pageNumber <= last);
  return run === undefined ? "absent" : run.listed ? "listed" : "hidden";
}

const runsOf = (runs: string | undefined): PageRun[] => readPageRuns(runs ?? "[]");

/** Texts as the writer of the search index reads them; `names` by the section's place. */
export function withNames(
  texts: readonly SectionText[],
  names: ReadonlyMap<number, () => readonly TaggedName[]>,
): SectionText[] {
  return texts.map((section, position) => {
    const own = names.get(position);
    return own === undefined ? section : { ...section, names: own() };
  });
}
