import type { IssuerPublication, NewsPublication, Publication } from "../../domain/publishing/publication.ts";
import type { IngestRecords } from "../../storage/ports.ts";

/** All that ingestion uses of the store. */
export interface PublicationSink {
  /** Records of things done and to be done. */
  readonly records: IngestRecords;
  /** Stores bytes under their hash; equal bytes are stored once. */
  storeBlob(
    bytes: Uint8Array | { readonly file: string },
  ): Promise<{ readonly blob: string; readonly byteSize: number }>;
  /** Catalog, blobs and index change together, or not at all. */
  publish(publication: Publication): Promise<Change>;
  /** Ends delivery; the document's record stays. `unknown` where there is none. */
  withdraw(documentId: string): Promise<Change | "unknown">;
  typeOf(documentId: string): Promise<string | undefined>;
  publishNews(news: NewsPublication): Promise<Change>;
  /** Returns how many were new or different. */
  publishIssuers(issuers: readonly IssuerPublication[]): Promise<number>;
  /** Publishes an issuer that the store does not know; of one that it knows nothing changes. */
  learnIssuer(issuer: IssuerPublication): Promise<void>;
  close(): Promise<void>;
}

/** `kept`: was withdrawn before and stays so. */
export type Change = "created" | "changed" | "unchanged" | "kept";
