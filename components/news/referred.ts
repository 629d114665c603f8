import type { DocumentSummary, DocumentTocResponse } from "@/lib/contract/resources";

/** What a reference points at, as far as the service tells. */
export interface ReferredDocument {
  readonly document: DocumentSummary;
  readonly toc: DocumentTocResponse | null;
  readonly pages: readonly number[] | null;
}
