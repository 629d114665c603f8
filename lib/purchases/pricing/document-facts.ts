import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../../contract/resources.ts";

/** What the service says about a document, for nothing; kept, so that the library reads on without the service. */
export interface DocumentSnapshot {
  readonly summary: DocumentSummary | null;
  readonly toc: DocumentTocResponse | null;
  readonly pages: DocumentPageImagesResponse | null;
  readonly originals: DocumentOriginalsResponse | null;
  readonly notedAtMs: number;
}

/** What the price of a document’s text comes from. */
export interface DocumentFacts {
  readonly toc: DocumentTocResponse | null;
  readonly characters: number | null;
}

export function factsOf(snapshot: DocumentSnapshot | null): DocumentFacts {
  return { toc: snapshot?.toc ?? null, characters: snapshot?.summary?.character_count ?? null };
}
