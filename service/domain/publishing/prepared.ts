import type { Rooms } from "../../../lib/kit/workers/rooms.ts";
import type { PreparedDocument } from "../../search/port.ts";
import type { PackedTexts } from "../../storage/ports.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { indexedSections, isSearched } from "./indexing.ts";
import { measuresOf, type SectionMeasures } from "./measure-sections.ts";
import type { Publication } from "./publication.ts";

/**
 * Computed from a publication alone. Another thread can do it beforehand, and then a publication costs the writer
 * little more than its rows; the stored rows are the same either way.
 */
export interface PreparedPublication {
  readonly fingerprint: string;
  readonly measures: readonly SectionMeasures[];
  readonly packed: PackedTexts;
  /** Undefined where the document is not searched. */
  readonly index: PreparedDocument | undefined;
}

/** How the store packs texts and what its index makes of a document. */
export interface Preparers {
  packTexts(sections: Publication["sections"], rooms?: Rooms): PackedTexts;
  prepareDocument(
    document: Pick<Publication, "issuerName" | "title"> & { readonly sections: ReturnType<typeof indexedSections> },
    rooms?: Rooms,
  ): PreparedDocument;
}

export function prepareWith(preparers: Preparers, publication: Publication, rooms?: Rooms): PreparedPublication {
  const { issuerName, title, sections } = publication;
  return {
    fingerprint: fingerprintOf(publication),
    measures: measuresOf(sections),
    packed: preparers.packTexts(sections, rooms),
    index: isSearched(publication)
      ? preparers.prepareDocument({ issuerName, title, sections: indexedSections(sections) }, rooms)
      : undefined,
  };
}
