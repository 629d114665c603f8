import type { SecurityCode } from "../contract/ids.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { listReading } from "../store/reading.ts";
import { listSavedFilters } from "../store/saved-filters.ts";
import { listSavedSearches } from "../store/saved-searches.ts";
import { listStandingWords } from "../store/standing-words.ts";
import { listWatches, type WatchRow } from "../store/watches.ts";
import { phraseFault } from "../text/format/standing-phrase.ts";
import { newestDocuments } from "../upstream/newest-documents.ts";
import { orProblem, type UpstreamProblem } from "../upstream/problem-error.ts";

const placesShown = 6;

export async function openDeskPage({ ownerId }: Owner) {
  return app().reads.of(`desk ${ownerId}`, async () => ({
    watches: await listWatches(app().store, ownerId),
    filters: await listSavedFilters(app().store, ownerId),
    places: await listReading(app().store, ownerId, placesShown),
    searches: (await listSavedSearches(app().store, ownerId)).map((search) => ({
      ...search,
      /** Why its words may not stand. */
      fault: phraseFault(search.query),
    })),
    standing: await listStandingWords(app().store, ownerId),
  }));
}

export async function isWatched({ ownerId }: Owner, code: SecurityCode): Promise<boolean> {
  const watches = await app().reads.of(`watches ${ownerId}`, () => listWatches(app().store, ownerId));
  return watches.some((watch) => watch.security_code === code);
}

export interface WatchedIssuer extends WatchRow {
  /** Null where the service did not answer; undefined where the issuer has no documents. */
  readonly newest: DocumentSummary | null | undefined;
}

/** The latest filer first; without documents where the service does not answer. */
export async function watchedIssuers(
  { upstream }: Owner,
  watches: readonly WatchRow[],
): Promise<{ readonly issuers: WatchedIssuer[]; readonly problem: UpstreamProblem | undefined }> {
  const codes = watches.map((each) => each.security_code);
  const answer = await orProblem(newestDocuments(upstream, codes));
  const newest = "problem" in answer ? undefined : answer.value;
  const issuers = watches
    .map((watch) => {
      const document = newest === undefined ? null : newest.get(watch.security_code);
      const name = watch.name ?? document?.issuer_name ?? null;
      return { ...watch, name, newest: document };
    })
    .sort((a, b) => (b.newest?.timeline_at ?? "").localeCompare(a.newest?.timeline_at ?? ""));
  return { issuers, problem: "problem" in answer ? answer.problem : undefined };
}
