import type { TaggedName } from "../../domain/publishing/publication.ts";
import { createEnglishTitles, type EnglishTitles } from "../../search/index.ts";
import { readSectionNames } from "./section-names.ts";
import type { MovedSection, Original } from "../../../lib/contract/resources.ts";
import type { CatalogOriginal, CatalogPage, CatalogSection, SectionText } from "../ports.ts";
import type { Database } from "./database.ts";
import { readPageBreaks, readPageNumbers } from "./page-breaks.ts";
import { type PageRun, readPageRuns } from "./page-runs.ts";
import { orNull, storedOriginalId, storedSectionId } from "./stored-ids.ts";
import { unpackText } from "./text-codec.ts";

interface SectionRow {
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

interface OriginalRow {
  original_id: string;
  media_type: string;
  file_name: string;
  byte_size: number | null;
  deliverable: 0 | 1;
}

/** The contents of a document, all found by its row number: one lookup, then one range. */
export interface ContentReader {
  toc(documentId: string): CatalogSection[];
  sectionTexts(documentId: string, sectionIds: readonly string[] | undefined): SectionText[];
  sectionPath(documentId: string, sectionId: string): readonly string[] | undefined;
  movedSections(documentId: string): MovedSection[];
  sectionTitleEn(documentId: string, sectionId: string): string | null;
  figureNames(documentId: string): string[];
  pageImages(documentId: string): CatalogPage[];
  findPage(documentId: string, pageNumber: number): "listed" | "hidden" | "absent";
  originals(documentId: string): Original[];
  findOriginal(documentId: string, originalId: string): CatalogOriginal | undefined;
}

export function createContentReader(db: Database): ContentReader {
  const inDocument = "doc = (SELECT doc FROM documents WHERE document_id = ?)";
  const sectionColumns =
    "position, section_id, title, level, parent_section_id, character_count, text_hash, own_text_hash, page_number, page_confidence, page_breaks, uncertain_pages";
  const sections = db.prepare<[string], SectionRow>(
    `SELECT ${sectionColumns} FROM sections WHERE ${inDocument} ORDER BY position`,
  );
  const allTexts = db
    .prepare<[string], Uint8Array>(`SELECT markdown FROM section_texts WHERE ${inDocument} ORDER BY position`)
    .pluck();
  const oneText = db
    .prepare<[string, number], Uint8Array>(`SELECT markdown FROM section_texts WHERE ${inDocument} AND position = ?`)
    .pluck();
  const moved = db.prepare<[string], { section_id: string; moved_to: string }>(
    `SELECT section_id, moved_to FROM retired_sections
     WHERE ${inDocument} AND moved_to IS NOT NULL ORDER BY section_id`,
  );
  const images = db.prepare<[string], string>(`SELECT name FROM images WHERE ${inDocument}`).pluck();
  const runs = db.prepare<[string], string>("SELECT page_runs FROM documents WHERE document_id = ?").pluck();
  const pageSizes = db.prepare<[string], { page_number: number; byte_size: number }>(
    `SELECT page_number, byte_size FROM page_files WHERE ${inDocument}`,
  );
  const originalColumns = "original_id, media_type, file_name, byte_size, deliverable";
  const originals = db.prepare<[string], OriginalRow>(
    `SELECT ${originalColumns} FROM originals WHERE ${inDocument} AND deliverable = 1 ORDER BY position`,
  );
  const original = db.prepare<[string, string], OriginalRow>(
    `SELECT ${originalColumns} FROM originals WHERE ${inDocument} AND original_id = ?`,
  );
  const englishTitles = createEnglishTitles(db);
  const runsOf = (documentId: string): PageRun[] => readPageRuns(runs.get(documentId) ?? "[]");

  return {
    toc(documentId) {
      const names = readSectionNames(db, documentId);
      return sections.all(documentId).map((row) => catalogSection(row, names.get(row.position) ?? [], englishTitles));
    },
    sectionTexts(documentId, sectionIds) {
      const rows = sections.all(documentId);
      if (sectionIds === undefined) {
        const texts = allTexts.all(documentId);
        return rows.map((row, at) => sectionText(row, texts[at]));
      }
      const wanted = new Set(sectionIds);
      return rows
        .filter((row) => wanted.has(row.section_id))
        .map((row) => sectionText(row, oneText.get(documentId, row.position)));
    },
    sectionPath(documentId, sectionId) {
      const byId = new Map(sections.all(documentId).map((row) => [row.section_id, row]));
      const path: string[] = [];
      for (let row = byId.get(sectionId); row !== undefined; row = byId.get(row.parent_section_id ?? "")) {
        path.unshift(row.title);
      }
      return path.length === 0 ? undefined : path;
    },
    movedSections(documentId) {
      return moved.all(documentId).map((row) => ({
        section_id: storedSectionId(row.section_id),
        section_id_now: storedSectionId(row.moved_to),
      }));
    },
    sectionTitleEn(documentId, sectionId) {
      const row = sections.all(documentId).find((each) => each.section_id === sectionId);
      if (row === undefined) return null;
      return englishTitles.of(row.title, readSectionNames(db, documentId).get(row.position) ?? []);
    },
    figureNames: (documentId) => images.all(documentId),
    pageImages(documentId) {
      const sizes = new Map(pageSizes.all(documentId).map((row) => [row.page_number, row.byte_size]));
      const pages: CatalogPage[] = [];
      for (const { first, last, width, height, listed } of runsOf(documentId)) {
        if (!listed) continue;
        for (let pageNumber = first; pageNumber <= last; pageNumber++) {
          pages.push({ pageNumber, points: { width, height }, byteSize: sizes.get(pageNumber) ?? null });
        }
      }
      return pages;
    },
    findPage(documentId, pageNumber) {
      const run = runsOf(documentId).find(({ first, last }) => first <= pageNumber && pageNumber <= last);
      return run === undefined ? "absent" : run.listed ? "listed" : "hidden";
    },
    originals: (documentId) => originals.all(documentId).map(originalOf),
    findOriginal(documentId, originalId) {
      const row = original.get(documentId, originalId);
      return row === undefined ? undefined : { original: originalOf(row), deliverable: row.deliverable === 1 };
    },
  };
}

function catalogSection(row: SectionRow, names: readonly TaggedName[], englishTitles: EnglishTitles): CatalogSection {
  return {
    entry: {
      section_id: storedSectionId(row.section_id),
      title: row.title,
      title_en: englishTitles.of(row.title, names),
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

function sectionText(row: SectionRow, packed: Uint8Array | undefined): SectionText {
  if (packed === undefined) throw new Error(`The text of section ${row.section_id} is missing.`);
  return {
    sectionId: row.section_id,
    title: row.title,
    level: row.level,
    parentSectionId: row.parent_section_id,
    markdown: unpackText(packed),
  };
}

function originalOf(row: OriginalRow): Original {
  return {
    original_id: storedOriginalId(row.original_id),
    media_type: row.media_type,
    file_name: row.file_name,
    byte_size: row.byte_size,
  };
}
