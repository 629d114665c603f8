import type { PriceRange, Tier } from "../contract/prices.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import type { FoundPassage } from "../spending/library/found-passages.ts";
import type { CitedDocument } from "../text/format/citation.ts";
import type { StatusFields } from "../text/format/standing.ts";
import type { TocSection } from "../text/toc/section-tree.ts";

export interface FlowPiece {
  readonly sectionId: string;
  readonly title: string | null;
  /** Characters of the piece's own text. */
  readonly characters: number;
}

/** Free data, and the text of the requested section. */
export interface ReadingData {
  readonly document: CitedDocument &
    StatusFields &
    Pick<DocumentSummary, "other_language_document_id"> & { readonly language: string };
  readonly section: { readonly id: string; readonly title: string | null; readonly characters: number | null };
  readonly toc: readonly TocSection[];
  readonly tiers: readonly Tier[];
  readonly wholePrice: PriceRange;
  /** Parts that the filing announces and the service lacks. */
  readonly missingParts: readonly string[];
  /** Empty where the section isn't owned. */
  readonly flow: readonly FlowPiece[];
  /** HTML of the pieces that came with the page. */
  readonly html: Readonly<Record<string, string>>;
  /** Passages of the section that owned answers of searches quote; empty where the section is owned. */
  readonly found: readonly FoundPassage[];
  /** The id of the piece that shows the requested section. */
  readonly target: string;
  /** True where the flow is the whole document. */
  readonly whole: boolean;
  readonly withoutLead: boolean;
  /** True where it is compared with an earlier filing. */
  readonly hasChanges: boolean;
  /** The page on which each section begins, where that is known; further pages are marked in the text. */
  readonly placed: Readonly<Record<string, number>>;
  /** True where those pages were found by matching the text with the PDF's, not recorded when it was made. */
  readonly matched: boolean;
  readonly pages: readonly {
    readonly pageNumber: number;
    readonly width: number | null;
    readonly height: number | null;
    readonly listed: boolean;
  }[];
}
