import type { Publication } from "../../domain/publishing/publication.ts";

export type Content = Pick<Publication, "sections" | "pages" | "originals" | "images" | "missingParts">;

/** From the list, the manifest and the package together. */
export interface DocumentMetadata extends Omit<Publication, keyof Content | "status"> {
  readonly isPending: boolean;
}

/** Is never said by a package, or only in other words. */
type Elsewhere =
  | "documentId"
  | "timelineAtMs"
  | "language"
  | "sourceUrl"
  | "sourceAttribution"
  | "releaseAtMs"
  | "isPending";

/** The facts in a package about itself. Null and undefined mean unknown; nothing is guessed. */
export interface DocumentFacts extends Omit<DocumentMetadata, Elsewhere> {
  readonly documentId: string | undefined;
  /** The filer's, for documents that are about the filer. */
  readonly edinetCode: string | undefined;
  readonly filedOn: string | undefined;
}
