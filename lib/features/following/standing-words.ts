import { jstDate } from "../../contract/dates.ts";
import { PhraseId } from "../../contract/ids.ts";
import type { StandingMatch } from "../../contract/resources.ts";
import { RouteProblem } from "../../owners/answers.ts";
import type { Owner } from "../../owners/owner.ts";
import type { Store } from "../../store/database.ts";
import { listSavedSearches } from "../../store/saved-searches.ts";
import {
  forgetStandingWords,
  listStandingWords,
  type StandingWords,
  saveFoundSections,
  saveStandingWords,
} from "../../store/standing-words.ts";
import { type ListedItem, listState, saveListState, storeListedPage } from "../../store/update-lists.ts";
import { moment, shiftDay } from "../../text/format/clock.ts";
import { readListedDocument } from "../../text/format/free-lists.ts";
import { wordsSource } from "../../text/format/update-source.ts";
import { callExtension } from "../../upstream/call-extension.ts";
import type { CheckDeps, Run } from "./check-deps.ts";

/** The words of saved searches, which our own service matches with what is published. Another service can't. */
export const wordsList = "words";

/** Throws the service's problem where it refuses the words. */
export async function standSearch(store: Store, owner: Owner, searchId: string, nowMs: number): Promise<void> {
  const search = (await listSavedSearches(store, owner.ownerId)).find(({ search_id }) => search_id === searchId);
  if (search === undefined) throw new RouteProblem({ status: 404, code: "not_found", detail: "No such saved search." });
  const made = await callExtension(owner.upstream, "standPhrase", { phrase: search.query });
  if (made === undefined) {
    throw new RouteProblem({ status: 409, code: "standing_not_offered", detail: "This service matches no words." });
  }
  const { phrase_id, phrase } = made;
  const upstream = owner.upstream.baseUrl;
  await saveStandingWords(store, owner.ownerId, { phrase_id, phrase, upstream, search_id: searchId, stood_at: nowMs });
}

/** Also where the service has lost the words. Nothing is forgotten here while it does not answer. */
export async function endStandingSearch(store: Store, owner: Owner, searchId: string): Promise<void> {
  for (const { phrase_id, search_id, upstream } of await listStandingWords(store, owner.ownerId)) {
    if (search_id !== searchId) continue;
    if (upstream === owner.upstream.baseUrl) {
      await callExtension(owner.upstream, "endStanding", { phrase_id: PhraseId.parse(phrase_id) });
    }
    await forgetStandingWords(store, owner.ownerId, phrase_id);
  }
}

const pagesMax = 1_000;
const pageSize = 100;
const absenceDaysMax = 92;

/** Reads what matched from the day before the last complete look; false where the limits of the key ended it. */
export async function readMatches(
  deps: CheckDeps,
  ownerId: string,
  words: readonly StandingWords[],
  run: Run,
): Promise<boolean> {
  const { store } = deps;
  const today = jstDate(deps.now());
  const known = new Set(words.map(({ phrase_id }) => phrase_id));
  const stoodDay = jstDate(Math.min(...words.map(({ stood_at }) => stood_at)));
  const complete = (await listState(store, ownerId, wordsList))?.complete_day ?? stoodDay;
  const earliest = shiftDay(today, -absenceDaysMax);
  const since = shiftDay(complete, -1);
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    if (!(await deps.roomForRequest())) return false;
    run.requests++;
    const answer = await deps.listStanding({
      matched_since: since < earliest ? earliest : since,
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (answer === undefined) {
      // Another service now: what the words' own one finds meanwhile is read when it is back.
      await saveListState(store, ownerId, wordsList, {
        complete_day: complete,
        deep_day: today,
        checked_at: deps.now(),
      });
      return true;
    }
    const matches = answer.matches.filter(({ phrase_id }) => known.has(phrase_id)).toReversed();
    const found = matches.map(({ phrase_id: phraseId, document, sections }) => ({
      ...{ phraseId, documentId: document.document_id, sections },
    }));
    await saveFoundSections(store, ownerId, found);
    run.found += await storeListedPage(store, ownerId, matches.flatMap(listedMatch), deps.now());
    if (answer.next_cursor === null || answer.next_cursor === cursor) break;
    cursor = answer.next_cursor;
  }
  await saveListState(store, ownerId, wordsList, { complete_day: today, deep_day: today, checked_at: deps.now() });
  return true;
}

function listedMatch({ phrase_id, matched_at, document }: StandingMatch): ListedItem[] {
  return readListedDocument(document).map((shown) => ({
    documentId: document.document_id,
    source: wordsSource(phrase_id),
    // The day of the match and not of the filing, which may have waited long for its release.
    day: moment(matched_at)?.date ?? "9999-12-31",
    withdrawn: document.content_status === "withdrawn",
    wasThere: false,
    document: JSON.stringify(shown),
  }));
}
