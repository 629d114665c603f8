import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { checkNews, checkPublication } from "../../domain/publishing/check.ts";
import type { IssuerPublication, NewsPublication, Publication } from "../../domain/publishing/publication.ts";
import { createIngestRecords } from "../../storage/sqlite/ingest-records.ts";
import { openEmptyStore } from "../../storage/testing/empty-store.ts";
import type { Change, PublicationSink } from "../run/publication-sink.ts";

/** A store in memory with the real publisher's checks, so that the results of a run can be compared as a whole. */
export class MemorySink implements PublicationSink {
  readonly records = createIngestRecords(openEmptyStore());
  readonly documents = new Map<string, Publication>();
  readonly withdrawn = new Set<string>();
  readonly news = new Map<string, NewsPublication>();
  readonly blobs = new Map<string, number>();
  issuers = 0;
  readonly learned: IssuerPublication[] = [];
  /** Called before each document is published; throws to simulate a kill. */
  beforePublish: (() => void) | undefined;

  async storeBlob(bytes: Uint8Array | { readonly file: string }) {
    const content = bytes instanceof Uint8Array ? bytes : readFileSync(bytes.file);
    const blob = createHash("sha256").update(content).digest("hex");
    this.blobs.set(blob, content.length);
    return { blob, byteSize: content.length };
  }

  async publish(publication: Publication): Promise<Change> {
    this.beforePublish?.();
    checkPublication(publication);
    return put(this.documents, publication.documentId, publication);
  }

  async withdraw(documentId: string): Promise<Change | "unknown"> {
    if (!this.documents.has(documentId)) return "unknown";
    const before = this.withdrawn.has(documentId);
    this.withdrawn.add(documentId);
    return before ? "unchanged" : "changed";
  }

  async typeOf(documentId: string): Promise<string | undefined> {
    return this.documents.get(documentId)?.type;
  }

  async publishNews(news: NewsPublication): Promise<Change> {
    checkNews(news);
    return put(this.news, news.newsId, news);
  }

  async publishIssuers(issuers: readonly unknown[]): Promise<number> {
    this.issuers = issuers.length;
    return issuers.length;
  }

  async learnIssuer(issuer: IssuerPublication): Promise<void> {
    this.learned.push(issuer);
  }

  async close(): Promise<void> {}

  /** Everything it holds, in one order. */
  state(): string {
    const sorted = <T>(map: ReadonlyMap<string, T>): [string, T][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify([sorted(this.documents), [...this.withdrawn].sort(), sorted(this.news), sorted(this.blobs)]);
  }
}

function put<T>(map: Map<string, T>, id: string, value: T): Change {
  const before = map.get(id);
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(value)) return "unchanged";
  map.set(id, value);
  return before === undefined ? "created" : "changed";
}
