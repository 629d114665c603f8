import type { Rooms } from "../../../lib/kit/workers/rooms.ts";
import type { PublicationOriginal, PublicationSection } from "../../domain/publishing/publication.ts";
import type { DocumentRecord, PackedTexts } from "../ports.ts";
import { packPageBreaks, packPageNumbers } from "./page-breaks.ts";
import { packNames } from "./section-names.ts";
import { packText } from "./text-codec.ts";

/** The tables that hold the parts of a document, beside `doc`; `page_files` is only filled later. */
export const partColumns = {
  sections: [
    "position",
    "section_id",
    "title",
    "level",
    "parent_section_id",
    "character_count",
    "text_hash",
    "own_text_hash",
    "page_number",
    "page_confidence",
    "page_breaks",
    "uncertain_pages",
  ],
  section_texts: ["position", "markdown"],
  section_names: ["position", "names"],
  retired_sections: ["section_id", "text_hash", "moved_to"],
  originals: [
    "original_id",
    "position",
    "media_type",
    "file_name",
    "deliverable",
    "blob",
    "byte_size",
    "maker",
    "recipe",
    "fact_count",
  ],
  images: ["name", "media_type", "blob"],
} as const;

export type PartTable = keyof typeof partColumns;

export const partTables: readonly PartTable[] = [
  "sections",
  "section_texts",
  "section_names",
  "retired_sections",
  "originals",
  "images",
];

export interface PartRow {
  readonly table: PartTable;
  /** A value for each column. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** One after the other, so that only one text at a time is held compressed. */
export function* partRows({ publication, sections, retired, packed }: DocumentRecord): Generator<PartRow> {
  for (const [position, section] of sections.entries()) {
    yield {
      table: "sections",
      row: {
        position,
        section_id: section.sectionId,
        title: section.title,
        level: section.level,
        parent_section_id: section.parentSectionId,
        character_count: section.characterCount,
        text_hash: section.textHash,
        own_text_hash: section.ownTextHash,
        page_number: section.pageNumber ?? null,
        page_confidence: section.pageConfidence ?? null,
        page_breaks: packPageBreaks(section.pageBreaks),
        uncertain_pages: packPageNumbers(section.uncertainPages),
      },
    };
    const text = packed?.texts[position] ?? packText(section.markdown);
    yield { table: "section_texts", row: { position, markdown: text } };
    const names = packed === undefined ? packedNames(section) : packed.names[position];
    if (names != null) yield { table: "section_names", row: { position, names } };
  }
  for (const { sectionId, textHash, movedTo } of retired) {
    yield { table: "retired_sections", row: { section_id: sectionId, text_hash: textHash, moved_to: movedTo } };
  }
  for (const [position, original] of publication.originals.entries()) {
    yield { table: "originals", row: { position, ...originalValues(original) } };
  }
  for (const { name, mediaType, blob } of publication.images) {
    yield { table: "images", row: { name, media_type: mediaType, blob } };
  }
}

/** The texts of all sections at once, for threads that prepare a publication. */
export function packTexts(
  sections: readonly Pick<PublicationSection, "markdown" | "names">[],
  rooms?: Rooms,
): PackedTexts {
  const keep = (bytes: Uint8Array) => rooms?.copy(bytes) ?? bytes;
  return {
    texts: sections.map(({ markdown }) => keep(packText(markdown))),
    names: sections.map((section) => {
      const names = packedNames(section);
      return names === null ? null : keep(names);
    }),
  };
}

function packedNames({ names = [] }: Pick<PublicationSection, "names">): Uint8Array | null {
  return names.length === 0 ? null : packNames(names);
}

function originalValues(original: PublicationOriginal) {
  const { originalId, mediaType, fileName, deliverable, source, factCount } = original;
  const file = "blob" in source ? { blob: source.blob, byte_size: source.byteSize } : { blob: null, byte_size: null };
  const maker =
    "maker" in source ? { maker: source.maker, recipe: JSON.stringify(source.recipe) } : { maker: null, recipe: null };
  return {
    original_id: originalId,
    media_type: mediaType,
    file_name: fileName,
    deliverable: deliverable ? 1 : 0,
    ...file,
    ...maker,
    fact_count: factCount ?? null,
  };
}
