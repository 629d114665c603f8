import type { MovedSection, Original } from "../../../lib/contract/resources.ts";
import { englishTitle } from "../../search/index.ts";
import type { CatalogOriginal, CatalogPage, CatalogSection, DividedAnew, SectionText } from "../ports.ts";
import {
  catalogSection,
  listedPages,
  type OriginalRow,
  originalColumns,
  originalOf,
  pageIn,
  pathOf,
  type SectionRow,
  sectionColumns,
  sectionText,
} from "../rows/contents.ts";
import { dividedAnewOf, readDividedAnew } from "../rows/divided-anew.ts";
import { storedSectionId } from "../rows/stored-ids.ts";
import type { Database } from "./database.ts";
import { readSectionNames } from "./section-names.ts";

/** The contents of a document, all found by its row number: one lookup, then one range. */
export interface ContentReader {
  toc(documentId: string): CatalogSection[];
  sectionTexts(documentId: string, sectionIds: readonly string[] | undefined): SectionText[];
  sectionPath(documentId: string, sectionId: string): readonly string[] | undefined;
  movedSections(documentId: string): MovedSection[];
  dividedAnew(documentId: string): DividedAnew | null;
  sectionTitleEn(documentId: string, sectionId: string): string | null;
  figureNames(documentId: string): string[];
  pageImages(documentId: string): CatalogPage[];
  findPage(documentId: string, pageNumber: number): "listed" | "hidden" | "absent";
  originals(documentId: string): Original[];
  findOriginal(documentId: string, originalId: string): CatalogOriginal | undefined;
}

export function createContentReader(db: Database): ContentReader {
  const inDocument = "doc = (SELECT doc FROM documents WHERE document_id = ?)";
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
  const divided = db.prepare<[string], string | null>(dividedAnewOf).pluck();
  const images = db.prepare<[string], string>(`SELECT name FROM images WHERE ${inDocument}`).pluck();
  const runs = db.prepare<[string], string>("SELECT page_runs FROM documents WHERE document_id = ?").pluck();
  const pageSizes = db.prepare<[string], { page_number: number; byte_size: number }>(
    `SELECT page_number, byte_size FROM page_files WHERE ${inDocument}`,
  );
  const originals = db.prepare<[string], OriginalRow>(
    `SELECT ${originalColumns} FROM originals WHERE ${inDocument} AND deliverable = 1 ORDER BY position`,
  );
  const original = db.prepare<[string, string], OriginalRow>(
    `SELECT ${originalColumns} FROM originals WHERE ${inDocument} AND original_id = ?`,
  );

  return {
    toc(documentId) {
      const names = readSectionNames(db, documentId);
      return sections.all(documentId).map((row) => catalogSection(row, names.get(row.position) ?? (() => [])));
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
    sectionPath: (documentId, sectionId) => pathOf(sections.all(documentId), sectionId),
    movedSections(documentId) {
      return moved.all(documentId).map((row) => ({
        section_id: storedSectionId(row.section_id),
        section_id_now: storedSectionId(row.moved_to),
      }));
    },
    dividedAnew: (documentId) => readDividedAnew(divided.get(documentId)),
    sectionTitleEn(documentId, sectionId) {
      const row = sections.all(documentId).find((each) => each.section_id === sectionId);
      if (row === undefined) return null;
      return englishTitle(row.title, readSectionNames(db, documentId).get(row.position) ?? (() => []));
    },
    figureNames: (documentId) => images.all(documentId),
    pageImages: (documentId) => listedPages(runs.get(documentId), pageSizes.all(documentId)),
    findPage: (documentId, pageNumber) => pageIn(runs.get(documentId), pageNumber),
    originals: (documentId) => originals.all(documentId).map(originalOf),
    findOriginal(documentId, originalId) {
      const row = original.get(documentId, originalId);
      return row === undefined ? undefined : { original: originalOf(row), deliverable: row.deliverable === 1 };
    },
  };
}
