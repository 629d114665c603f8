import type { FoundFigure } from "../../text/passages/find-figures.ts";
import type { FoundPassage } from "../../text/passages/find-passages.ts";
import type { SectionNode } from "../../text/toc/section-tree.ts";

/** A section's own text with where it stands, and what was found in it. */
export interface ReadSection {
  readonly documentId: string;
  readonly securityCode: string | null;
  readonly periodEnd: string | null;
  readonly node: SectionNode;
  readonly text: string;
}

export type EvidenceFigure = FoundFigure & { readonly section: ReadSection };
export type EvidencePassage = FoundPassage & { readonly section: ReadSection };
