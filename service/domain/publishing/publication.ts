import type { DocumentFamily, DocumentType } from "../../../lib/contract/vocabulary.ts";

/**
 * One complete disclosure, as the publisher takes it. Both the sample market and ingestion produce this type, so that
 * they are served in the same way. Ids are plain strings here; the publisher checks them.
 */
export interface Publication {
  readonly documentId: string;
  readonly family: DocumentFamily;
  readonly type: DocumentType;
  readonly title: string;
  readonly securityCode: string | null;
  readonly issuerName: string | null;
  readonly timelineAtMs: number;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  /** `2025FY`, `2025H1`, `2025Q1`. */
  readonly fiscalPeriod: string | null;
  readonly language: string | null;
  readonly amendsDocumentId: string | null;
  readonly sourceUrl: string | null;
  readonly sourceAttribution: string | null;
  /** `ready` needs at least one section, `unavailable` has none; `pending_release` may carry them for later. */
  readonly status: "ready" | "pending_release" | "unavailable";
  /** When a pending document is expected to be released, if known. */
  readonly releaseAtMs: number | null;
  /** In reading order. */
  readonly sections: readonly PublicationSection[];
  readonly pages: readonly PublicationPage[];
  readonly originals: readonly PublicationOriginal[];
  /** Images that the text refers to by `images/<name>`. */
  readonly images: readonly PublicationImage[];
  /** Names of parts that the filing announces and lacks. */
  readonly missingParts?: readonly string[] | undefined;
}

export interface PublicationSection {
  readonly sectionId: string;
  readonly title: string;
  /** 1 for the top level. */
  readonly level: number;
  readonly parentSectionId: string | null;
  /** The section's own Markdown, heading included, without its descendants'. The body is their concatenation. */
  readonly markdown: string;
  /** Page on which the heading stands, where that is known. */
  readonly pageNumber?: number | undefined;
  /** The confidence of that, above 0 to 1; undefined means certain. */
  readonly pageConfidence?: number | undefined;
  /** Further pages that begin within the section's own text. */
  readonly pageBreaks?: readonly PublicationPageBreak[] | undefined;
  /** Pages of this section's own text whose tables had to be guessed from positions. */
  readonly uncertainPages?: readonly number[] | undefined;
  /** The inline XBRL element names in this section. Searched, never shown. */
  readonly names?: readonly TaggedName[];
}

export interface PublicationPageBreak {
  readonly pageNumber: number;
  /** Code points of the section's own text before the page. */
  readonly characters: number;
}

/** An element's name with the label that the filing prints for it. */
export interface TaggedName {
  /** `jpcrp_cor:DividendPolicyTextBlock` */
  readonly name: string;
  /** The heading or the row's label; empty where the filing prints none. */
  readonly label: string;
}

export interface PublicationPage {
  readonly pageNumber: number;
  /** In points of the PDF, after its rotation. */
  readonly width: number;
  readonly height: number;
  /** False: the page exists but can't be delivered. */
  readonly listed: boolean;
}

export interface PublicationOriginal {
  readonly originalId: string;
  readonly mediaType: string;
  readonly fileName: string;
  /** The source of the bytes: a stored blob, or a maker that generates them when first requested. */
  readonly source:
    | { readonly blob: string; readonly byteSize: number }
    | { readonly maker: string; readonly recipe: unknown };
  /** False: the document has it, but it may not be delivered. */
  readonly deliverable: boolean;
  /** The figures in an XBRL package; undefined for other files, and where they can't be counted. */
  readonly factCount?: number | undefined;
}

export const isPackage = (originalId: string): boolean => /^zip(?:-\d+)?$/.test(originalId);

export interface PublicationImage {
  readonly name: string;
  readonly mediaType: string;
  readonly blob: string;
}

/** One news statement, complete. */
export interface NewsPublication {
  readonly newsId: string;
  readonly title: string | null;
  readonly statement: string;
  readonly observedAtMs: number;
  readonly securityCodes: readonly string[];
  readonly references: readonly {
    readonly documentId: string | null;
    readonly sectionId: string | null;
    readonly pageNumber: number | null;
    readonly url: string | null;
    readonly title: string | null;
  }[];
}

export interface IssuerPublication {
  readonly securityCode: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly nameKana: string | null;
  readonly market: string | null;
  readonly sector: string | null;
  readonly edinetCode: string | null;
  readonly corporateNumber: string | null;
}
