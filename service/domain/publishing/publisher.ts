import type { ContentStatus } from "../../../lib/contract/vocabulary.ts";
import { SerialQueue } from "../../../lib/kit/process/turns.ts";
import type { PreparedDocument, SearchWriter } from "../../search/port.ts";
import type { CatalogTransaction, CatalogWriter, KnownDocument, SectionText } from "../../storage/ports.ts";
import { issuerInTags } from "../content/content-tags.ts";
import { matchDocument } from "../standing/match-document.ts";
import { checkIssuer, checkNews, checkPublication } from "./check.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { divideAnew } from "./former-sections.ts";
import { englishNameOf, indexedDocument, indexedNews, isSearched } from "./indexing.ts";
import { measureSections, withMeasures } from "./measure-sections.ts";
import type { PreparedPublication } from "./prepared.ts";
import type { IssuerPublication, NewsPublication, Publication } from "./publication.ts";
import { PublicationRefused } from "./refusal.ts";
import { keepSectionIds } from "./section-ids.ts";
import { isSupersedable, supersessions } from "./supersession.ts";

const next: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  pending_release: ["ready", "unavailable", "withdrawn"],
  ready: ["withdrawn"],
  unavailable: ["withdrawn"],
  withdrawn: [],
};

/** A delivered document is never pending again, and a withdrawn one is never delivered again. */
function mayBecome(from: ContentStatus, to: ContentStatus): boolean {
  return from === to || next[from].includes(to);
}

/**
 * The only way to write documents. Catalog, sections, references to blobs and the search index change together or not
 * at all, so that a reader never sees half a document. Publishing the same again changes nothing.
 */
export interface Publisher extends PublishingOperations {
  /**
   * Runs several steps in one transaction, which makes imports many times faster; either all of it is stored or
   * nothing. Each step must be awaited; a batch that ends before its steps is refused.
   */
  batch<T>(work: (operations: PublishingOperations) => T | Promise<T>): Promise<T>;
  /** Releases pending documents whose expected time has come, and returns their number. Called about every second. */
  releaseDue(nowMs: number): Promise<number>;
}

/** `kept`: was withdrawn before and stays so. */
export type Published = "created" | "changed" | "unchanged" | "kept";

/** The steps, each in its own transaction or within a batch. */
export interface PublishingOperations {
  /** `prepared` is of this very publication; without it, its part of the work is done here. */
  publishDocument(publication: Publication, prepared?: PreparedPublication): Promise<Published>;
  publishNews(news: NewsPublication): Promise<Published>;
  /** Returns how many were new or different; with `unknown` those that are known stay as they are. */
  publishIssuers(issuers: readonly IssuerPublication[], which?: "all" | "unknown"): Promise<number>;
  /** Ends delivery; the document stays listed. */
  withdrawDocument(documentId: string): Promise<Published>;
  /** A pending document becomes ready, or unavailable where it has no text. */
  release(documentId: string): Promise<Published>;
}

export interface PublisherDeps {
  readonly catalog: CatalogWriter;
  readonly search: SearchWriter;
}

export function createPublisher({ catalog, search }: PublisherDeps): Publisher {
  const once = <T>(work: (operations: PublishingOperations) => T | Promise<T>) =>
    catalog.transaction((tx) => awaitSteps(createOperations(tx, search), work));
  return {
    batch: (work) => once((operations) => inBulk(search, () => work(operations))),
    publishDocument: (publication, prepared) => once((operations) => operations.publishDocument(publication, prepared)),
    publishNews: (news) => once((operations) => operations.publishNews(news)),
    publishIssuers: (issuers, which) => once((operations) => operations.publishIssuers(issuers, which)),
    withdrawDocument: (documentId) => once((operations) => operations.withdrawDocument(documentId)),
    release: (documentId) => once((operations) => operations.release(documentId)),
    async releaseDue(nowMs) {
      const due = await catalog.listDue(nowMs);
      if (due.length === 0) return 0;
      return once(async (operations) => {
        let released = 0;
        for (const documentId of due) if ((await operations.release(documentId)) === "changed") released++;
        return released;
      });
    },
  };
}

/**
 * Runs one step at a time, even if several are started at once, so that what a step has read of an issuer's periods
 * stays true until it has written. No step continues after the transaction.
 */
async function awaitSteps<T>(
  steps: PublishingOperations,
  work: (operations: PublishingOperations) => T | Promise<T>,
): Promise<T> {
  const turns = new SerialQueue();
  let ended = false;
  const step = <R>(run: () => Promise<R>): Promise<R> => {
    if (ended) return Promise.reject(new Error("The batch has ended: its steps must be awaited."));
    return turns.take(run);
  };
  try {
    const result = await work({
      publishDocument: (publication, prepared) => step(() => steps.publishDocument(publication, prepared)),
      publishNews: (news) => step(() => steps.publishNews(news)),
      publishIssuers: (issuers, which) => step(() => steps.publishIssuers(issuers, which)),
      withdrawDocument: (documentId) => step(() => steps.withdrawDocument(documentId)),
      release: (documentId) => step(() => steps.release(documentId)),
    });
    if (!turns.isIdle) throw new Error("A batch ended before its steps did: each must be awaited.");
    return result;
  } finally {
    ended = true;
    await turns.take(() => undefined);
  }
}

async function inBulk<T>({ bulk }: SearchWriter, work: () => T | Promise<T>): Promise<T> {
  bulk?.begin();
  try {
    const result = await work();
    await bulk?.end();
    return result;
  } catch (error) {
    bulk?.abandon();
    throw error;
  }
}

function createOperations(tx: CatalogTransaction, search: SearchWriter): PublishingOperations {
  const get = async (documentId: string): Promise<KnownDocument> => {
    const known = await tx.find(documentId);
    if (known === undefined) throw new PublicationRefused(documentId, "there is no such document");
    return known;
  };
  const setStatus = async (known: KnownDocument, status: ContentStatus): Promise<Published> => {
    if (known.status === status) return "unchanged";
    if (!mayBecome(known.status, status)) {
      throw new PublicationRefused(known.documentId, `it is ${known.status} and can't become ${status}`);
    }
    await tx.setStatus(known.documentId, status);
    await refreshSupersessions(tx, search, known);
    await reindex(tx, search, known, await get(known.documentId), () => tx.sections(known.documentId));
    return "changed";
  };

  return {
    async publishDocument(publication, prepared) {
      checkPublication(publication);
      const { documentId } = publication;
      const known = await tx.find(documentId);
      const fingerprint = prepared?.fingerprint ?? fingerprintOf(publication);
      if (known?.fingerprint === fingerprint) return "unchanged";
      if (known?.status === "withdrawn") return "kept";
      const status = statusAfter(known, publication);
      const kept =
        known === undefined
          ? { sections: publication.sections, retired: [], dividedAnew: null }
          : await keepSections(tx, publication, known);
      // A document that was there before may keep other ids of sections than the prepared ones.
      const isNew = known === undefined;
      const ready = isNew ? prepared : undefined;
      const sections =
        ready === undefined ? measureSections(kept.sections) : withMeasures(kept.sections, ready.measures);
      const { retired, dividedAnew } = kept;
      await tx.put({ publication, fingerprint, status, sections, retired, dividedAnew, isNew, packed: ready?.packed });
      // A corrected issuer or type affects the periods of both the old and the new one.
      if (known !== undefined) await refreshSupersessions(tx, search, known);
      await refreshSupersessions(tx, search, publication);
      await reindex(tx, search, known, await get(documentId), () => sections, ready?.index);
      return known === undefined ? "created" : "changed";
    },
    async publishNews(news) {
      checkNews(news);
      const known = await tx.findNewsFingerprint(news.newsId);
      const fingerprint = fingerprintOf(news);
      if (known === fingerprint) return "unchanged";
      await tx.putNews(news, fingerprint);
      await search.putNews(await indexedNews(tx, news));
      return known === undefined ? "created" : "changed";
    },
    async publishIssuers(issuers, which = "all") {
      let count = 0;
      for (const issuer of issuers) {
        checkIssuer(issuer);
        const known = await tx.findIssuer(issuer.securityCode);
        if (known !== undefined && (which === "unknown" || fingerprintOf(known) === fingerprintOf(issuer))) continue;
        await tx.putIssuer(issuer);
        count++;
      }
      return count;
    },
    withdrawDocument: async (documentId) => setStatus(await get(documentId), "withdrawn"),
    async release(documentId) {
      const known = await get(documentId);
      if (known.status !== "pending_release") return "unchanged";
      return setStatus(known, known.hasSections ? "ready" : "unavailable");
    },
  };
}

async function keepSections(tx: CatalogTransaction, publication: Publication, known: KnownDocument) {
  const { documentId, sections: incoming } = publication;
  const stored = await tx.sections(documentId);
  const { sections, retired } = keepSectionIds(incoming, stored, await tx.retiredSections(documentId));
  const before = issuerInTags(known);
  const issuerBefore = before === issuerInTags(publication) ? undefined : before;
  return {
    sections,
    retired,
    dividedAnew: divideAnew(sections, stored, await tx.dividedAnew(documentId), issuerBefore),
  };
}

/** A document released meanwhile does not become pending again by an older record. */
function statusAfter(known: KnownDocument | undefined, publication: Publication): ContentStatus {
  const { documentId, status, sections } = publication;
  if (known === undefined || mayBecome(known.status, status)) return status;
  if (status === "pending_release") return sections.length > 0 ? "ready" : "unavailable";
  throw new PublicationRefused(documentId, `it is ${known.status} and can't become ${status}`);
}

type Grouped = Pick<KnownDocument, "documentId" | "securityCode" | "type">;

/** After one of an issuer's periods changed; that one is indexed again. */
async function refreshSupersessions(tx: CatalogTransaction, search: SearchWriter, changed: Grouped): Promise<void> {
  const { securityCode, type } = changed;
  if (securityCode === null || !isSupersedable(type)) return;
  const documents = await tx.periodsOf(securityCode, type);
  const superseding = supersessions(documents);
  for (const { documentId, supersededBy, status } of documents) {
    const by = superseding.get(documentId) ?? null;
    if (by === supersededBy) continue;
    await tx.setSuperseded(documentId, by);
    const isTold = documentId !== changed.documentId && status === "ready";
    if (isTold && (by === null) !== (supersededBy === null)) await search.setSuperseded(documentId, by !== null);
  }
}

async function reindex(
  tx: CatalogTransaction,
  search: SearchWriter,
  before: KnownDocument | undefined,
  now: KnownDocument,
  sections: () => readonly SectionText[] | Promise<readonly SectionText[]>,
  prepared?: PreparedDocument,
): Promise<void> {
  if (isSearched(now)) {
    const nameEn = await englishNameOf(tx, now.securityCode);
    const texts = await sections();
    await search.putDocument(indexedDocument(now, texts, nameEn, prepared));
    if (before !== undefined && isSearched(before)) return;
    const phrases = await tx.standingPhrases();
    const found = matchDocument(phrases, now, before?.status === "pending_release", texts);
    if (found.length > 0) await tx.putMatches(now.documentId, found, Date.now());
  } else if (before !== undefined && isSearched(before)) await search.removeDocument(now.documentId);
}
