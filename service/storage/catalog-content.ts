import { englishTitle } from "../search/index.ts";
import type { Catalog } from "./ports.ts";
import { oneOf, type Reads } from "./reads.ts";
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
} from "./rows/contents.ts";
import { dividedAnewOf, readDividedAnew } from "./rows/divided-anew.ts";
import { unpackNames } from "./rows/section-names.ts";
import { storedSectionId } from "./rows/stored-ids.ts";

type ContentReader = Pick<
  Catalog,
  | "toc"
  | "sectionTexts"
  | "sectionPath"
  | "movedSections"
  | "dividedAnew"
  | "sectionTitleEn"
  | "figureNames"
  | "pageImages"
  | "findPage"
  | "originals"
  | "findOriginal"
>;

type NamedRow = SectionRow & { readonly names: Uint8Array | null };
type TextRow = SectionRow & { readonly markdown: Uint8Array | null };

const ofDocument = "doc = (SELECT doc FROM documents WHERE document_id = ?)";
const columns = `s.${sectionColumns.split(", ").join(", s.")}`;

/** The contents of a document, found by its row number within the same statement. */
export function createContentReader(db: Reads): ContentReader {
  const named = `SELECT ${columns}, n.names FROM sections s LEFT JOIN section_names n USING (doc, position) WHERE s.${ofDocument}`;
  const texts = `SELECT ${columns}, t.markdown FROM sections s LEFT JOIN section_texts t USING (doc, position) WHERE s.${ofDocument}`;
  const namesOf = ({ names }: NamedRow) => (names === null ? [] : unpackNames(names));
  const runsOf = async (documentId: string) =>
    (await db.row<{ page_runs: string }>("SELECT page_runs FROM documents WHERE document_id = ?", [documentId]))
      ?.page_runs;
  return {
    async toc(documentId) {
      const rows = await db.rows<NamedRow>(`${named} ORDER BY s.position`, [documentId]);
      return rows.map((row) => catalogSection(row, () => namesOf(row)));
    },
    async sectionTexts(documentId, sectionIds) {
      const asked = sectionIds === undefined ? undefined : oneOf(db, "s.section_id", sectionIds);
      const rows =
        asked === undefined
          ? await db.rows<TextRow>(`${texts} ORDER BY s.position`, [documentId])
          : await db.rows<TextRow>(`${texts} AND ${asked.sql} ORDER BY s.position`, [documentId, asked.value]);
      return rows.map((row) => sectionText(row, row.markdown ?? undefined));
    },
    async sectionPath(documentId, sectionId) {
      const rows = await db.rows<SectionRow>(
        `SELECT ${sectionColumns} FROM sections WHERE ${ofDocument} ORDER BY position`,
        [documentId],
      );
      return pathOf(rows, sectionId);
    },
    async movedSections(documentId) {
      const rows = await db.rows<{ section_id: string; moved_to: string }>(
        `SELECT section_id, moved_to FROM retired_sections
         WHERE ${ofDocument} AND moved_to IS NOT NULL ORDER BY section_id`,
        [documentId],
      );
      return rows.map((row) => ({
        section_id: storedSectionId(row.section_id),
        section_id_now: storedSectionId(row.moved_to),
      }));
    },
    async dividedAnew(documentId) {
      const row = await db.row<{ divided_anew: string | null }>(dividedAnewOf, [documentId]);
      return readDividedAnew(row?.divided_anew);
    },
    async sectionTitleEn(documentId, sectionId) {
      const row = await db.row<NamedRow>(`${named} AND s.section_id = ?`, [documentId, sectionId]);
      return row === undefined ? null : englishTitle(row.title, () => namesOf(row));
    },
    async figureNames(documentId) {
      const rows = await db.rows<{ name: string }>(`SELECT name FROM images WHERE ${ofDocument} ORDER BY name`, [
        documentId,
      ]);
      return rows.map(({ name }) => name);
    },
    async pageImages(documentId) {
      const files = db.rows<{ page_number: number; byte_size: number }>(
        `SELECT page_number, byte_size FROM page_files WHERE ${ofDocument}`,
        [documentId],
      );
      const [runs, found] = await Promise.all([runsOf(documentId), files]);
      return listedPages(runs, found);
    },
    findPage: async (documentId, pageNumber) => pageIn(await runsOf(documentId), pageNumber),
    async originals(documentId) {
      const rows = await db.rows<OriginalRow>(
        `SELECT ${originalColumns} FROM originals WHERE ${ofDocument} AND deliverable = 1 ORDER BY position`,
        [documentId],
      );
      return rows.map(originalOf);
    },
    async findOriginal(documentId, originalId) {
      const row = await db.row<OriginalRow>(
        `SELECT ${originalColumns} FROM originals WHERE ${ofDocument} AND original_id = ?`,
        [documentId, originalId],
      );
      return row === undefined ? undefined : { original: originalOf(row), deliverable: row.deliverable === 1 };
    },
  };
}
