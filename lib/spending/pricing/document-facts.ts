import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "../../contract/resources.ts";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import type { DocumentSnapshotRow } from "../../store/artifacts.ts";

/** The service's free data about a document, stored so that the library is readable without the service. */
export interface DocumentSnapshot {
  readonly summary: DocumentSummary | null;
  readonly toc: DocumentTocResponse | null;
  readonly pages: DocumentPageImagesResponse | null;
  readonly originals: DocumentOriginalsResponse | null;
  readonly notedAtMs: number;
}

export function snapshotOfRow(row: DocumentSnapshotRow): DocumentSnapshot {
  return {
    summary: readStoredAnswer("getDocument", row.summary),
    toc: readStoredAnswer("getToc", row.toc),
    pages: readStoredAnswer("listPageImages", row.pages),
    originals: readStoredAnswer("listOriginals", row.originals),
    notedAtMs: row.noted_at,
  };
}

/** The data from which the price of a document's text follows. */
export interface DocumentFacts {
  readonly toc: DocumentTocResponse | null;
  readonly characters: number | null;
}

export function factsOf(snapshot: DocumentSnapshot | null): DocumentFacts {
  return { toc: snapshot?.toc ?? null, characters: snapshot?.summary?.character_count ?? null };
}

/** The figures in a package, null where the service does not tell; undefined of what is no ZIP. */
export function factCountOf(
  snapshot: Pick<DocumentSnapshot, "originals"> | null,
  originalId: string,
): number | null | undefined {
  const listed = snapshot?.originals?.originals.find(({ original_id }) => original_id === originalId);
  return listed?.media_type === "application/zip" ? (listed.fact_count ?? null) : undefined;
}

/** Parts that the filing announces and lacks, from whichever answer of the service tells them. */
export function missingPartsOf(snapshot: Pick<DocumentSnapshot, "summary" | "toc"> | null): readonly string[] {
  const told = snapshot?.summary?.missing_parts ?? [];
  return told.length > 0 ? told : (snapshot?.toc?.missing_parts ?? []);
}
