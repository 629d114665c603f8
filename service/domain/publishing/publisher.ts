import type { ContentStatus } from "../../../lib/contract/vocabulary.ts";
import type { CatalogTransaction, CatalogWriter, KnownDocument, SectionText } from "../../storage/ports.ts";
import type { SearchWriter } from "../../search/port.ts";
import { checkIssuer, checkNews, checkPublication } from "./check.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { englishNameOf, indexedDocument, indexedNews, isSearched } from "./indexing.ts";
import type { IssuerPublication, NewsPublication, Publication } from "./publication.ts";
import { PublicationRefused } from "./refusal.ts";
import { keepSectionIds } from "./section-ids.ts";
import { measureSections } from "./measure-sections.ts";
import { isSupersedable, supersessions } from "./supersession.ts";
import { mayBecome } from "./transitions.ts";

/**
 * The one way into the store. Catalog, sections, references to blobs and the search index change together or not at
 * all, so that a reader never sees half a document, and publishing the same again changes nothing.
 */
export interface Publisher extends AsyncOperations {
  /** Several steps in one transaction: imports are many times faster, and all of it holds or none. */
  batch<T>(work: (operations: PublishingOperations) => T): Promise<T>;
  /** Releases pending documents whose expected time has come. Returns how many. Called every second or so. */
  releaseDue(nowMs: number): Promise<number>;
}

/** `kept`: withdrawn long ago, and stays so. */
export type Published = "created" | "changed" | "unchanged" | "kept";

/** What can be done within one transaction. */
export interface PublishingOperations {
  publishDocument(publication: Publication): Published;
  publishNews(news: NewsPublication): Published;
  /** Returns how many were new or different. */
  publishIssuers(issuers: readonly IssuerPublication[]): number;
  /** Ends delivery; the document stays listed. */
  withdrawDocument(documentId: string): Published;
  /** A pending document becomes ready, or unavailable where it has no text. */
  release(documentId: string): Published;
}

type AsyncOperations = {
  [K in keyof PublishingOperations]: (
    ...args: Parameters<PublishingOperations[K]>
  ) => Promise<ReturnType<PublishingOperations[K]>>;
};

export interface PublisherDeps {
  readonly catalog: CatalogWriter;
  readonly search: SearchWriter;
}

export function createPublisher({ catalog, search }: PublisherDeps): Publisher {
  const once = <T>(work: (operations: PublishingOperations) => T) =>
    catalog.transaction((tx) => work(createOperations(tx, search)));
  return {
    batch: (work) => once((operations) => inBulk(search, () => work(operations))),
    publishDocument: (publication) => once((operations) => operations.publishDocument(publication)),
    publishNews: (news) => once((operations) => operations.publishNews(news)),
    publishIssuers: (issuers) => once((operations) => operations.publishIssuers(issuers)),
    withdrawDocument: (documentId) => once((operations) => operations.withdrawDocument(documentId)),
    release: (documentId) => once((operations) => operations.release(documentId)),
    async releaseDue(nowMs) {
      const due = await catalog.listDue(nowMs);
      if (due.length === 0) return 0;
      return once((operations) => due.filter((documentId) => operations.release(documentId) === "changed").length);
    },
  };
}

function inBulk<T>({ bulk }: SearchWriter, work: () => T): T {
  bulk?.begin();
  try {
    const result = work();
    bulk?.end();
    return result;
  } catch (error) {
    bulk?.abandon();
    throw error;
  }
}

function createOperations(tx: CatalogTransaction, search: SearchWriter): PublishingOperations {
  const get = (documentId: string): KnownDocument => {
    const known = tx.find(documentId);
    if (known === undefined) throw new PublicationRefused(documentId, "there is no such document");
    return known;
  };
  const setStatus = (known: KnownDocument, status: ContentStatus): Published => {
    if (known.status === status) return "unchanged";
    if (!mayBecome(known.status, status)) {
      throw new PublicationRefused(known.documentId, `it is ${known.status} and can't become ${status}`);
    }
    tx.setStatus(known.documentId, status);
    refreshSupersessions(tx, search, known);
    reindex(tx, search, known, get(known.documentId), () => tx.sections(known.documentId));
    return "changed";
  };

  return {
    publishDocument(publication) {
      checkPublication(publication);
      const { documentId } = publication;
      const known = tx.find(documentId);
      const fingerprint = fingerprintOf(publication);
      if (known?.fingerprint === fingerprint) return "unchanged";
      if (known?.status === "withdrawn") return "kept";
      const status = statusAfter(known, publication);
      const kept =
        known === undefined
          ? { sections: publication.sections, retired: [] }
          : keepSectionIds(publication.sections, tx.sections(documentId), tx.retiredSections(documentId));
      const sections = measureSections(kept.sections);
      tx.put({ publication, fingerprint, status, sections, retired: kept.retired });
      // A corrected issuer or type leaves one family of periods and enters another.
      if (known !== undefined) refreshSupersessions(tx, search, known);
      refreshSupersessions(tx, search, publication);
      reindex(tx, search, known, get(documentId), () => sections);
      return known === undefined ? "created" : "changed";
    },
    publishNews(news) {
      checkNews(news);
      const known = tx.findNewsFingerprint(news.newsId);
      const fingerprint = fingerprintOf(news);
      if (known === fingerprint) return "unchanged";
      tx.putNews(news, fingerprint);
      search.putNews(indexedNews(tx, news));
      return known === undefined ? "created" : "changed";
    },
    publishIssuers(issuers) {
      let count = 0;
      for (const issuer of issuers) {
        checkIssuer(issuer);
        const known = tx.findIssuer(issuer.securityCode);
        if (known !== undefined && fingerprintOf(known) === fingerprintOf(issuer)) continue;
        tx.putIssuer(issuer);
        count++;
      }
      return count;
    },
    withdrawDocument: (documentId) => setStatus(get(documentId), "withdrawn"),
    release(documentId) {
      const known = get(documentId);
      if (known.status !== "pending_release") return "unchanged";
      return setStatus(known, known.hasSections ? "ready" : "unavailable");
    },
  };
}

/** What was released in the meantime is not taken back by an older record of it. */
function statusAfter(known: KnownDocument | undefined, publication: Publication): ContentStatus {
  const { documentId, status, sections } = publication;
  if (known === undefined || mayBecome(known.status, status)) return status;
  if (status === "pending_release") return sections.length > 0 ? "ready" : "unavailable";
  throw new PublicationRefused(documentId, `it is ${known.status} and can't become ${status}`);
}

type Grouped = Pick<KnownDocument, "documentId" | "securityCode" | "type">;

/** Tells catalog and index which of an issuer's periods are the latest, after one changed; that one is indexed anew. */
function refreshSupersessions(tx: CatalogTransaction, search: SearchWriter, changed: Grouped): void {
  const { securityCode, type } = changed;
  if (securityCode === null || !isSupersedable(type)) return;
  const documents = tx.periodsOf(securityCode, type);
  const superseding = supersessions(documents);
  for (const { documentId, supersededBy, status } of documents) {
    const by = superseding.get(documentId) ?? null;
    if (by === supersededBy) continue;
    tx.setSuperseded(documentId, by);
    const isTold = documentId !== changed.documentId && status === "ready";
    if (isTold && (by === null) !== (supersededBy === null)) search.setSuperseded(documentId, by !== null);
  }
}

function reindex(
  tx: CatalogTransaction,
  search: SearchWriter,
  before: KnownDocument | undefined,
  now: KnownDocument,
  sections: () => readonly SectionText[],
): void {
  if (isSearched(now)) search.putDocument(indexedDocument(now, sections(), englishNameOf(tx, now.securityCode)));
  else if (before !== undefined && isSearched(before)) search.removeDocument(now.documentId);
}
