import { jstDate } from "../../contract/dates.ts";
import type { DocumentSummary } from "../../contract/resources.ts";
import { hasProofs } from "../../store/cited.ts";
import { listStandingWords } from "../../store/standing-words.ts";
import {
  forgetUnfollowed,
  knownSources,
  type ListedItem,
  listState,
  noteKnownSources,
  saveListState,
  storeListedPage,
} from "../../store/update-lists.ts";
import { moment, shiftDay } from "../../text/format/clock.ts";
import { readListedDocument } from "../../text/format/free-lists.ts";
import { citedSource, watchSource, wordsSource } from "../../text/format/update-source.ts";
import type { CheckDeps, Run } from "./check-deps.ts";
import { citedList, lookAtCited } from "./cited.ts";
import { type FollowedList, followedLists, watchesList } from "./followed.ts";
import { readMatches, wordsList } from "./standing-words.ts";

export interface CheckResult {
  readonly found: number;
  readonly requests: number;
  /** False where the limits of the key ended it early. */
  readonly complete: boolean;
}

/** Far enough for every list; a service whose pages never end is given up there. */
const pagesMax = 400;
const absenceDaysMax = 92;
const pageSize = 100;

/**
 * Reads the free lists of what an owner follows and stores what is new. A document is new where its source did not list
 * it before, so one that is published late is told too. Every page is stored in one transaction; wherever a check
 * stops, the next one goes on without a loss or a repetition.
 */
export async function checkForUpdates(deps: CheckDeps, ownerId: string): Promise<CheckResult> {
  const { store } = deps;
  const lists = await followedLists(store, ownerId);
  const words = await listStandingWords(store, ownerId);
  const today = jstDate(deps.now());
  const states = await Promise.all(lists.map(({ list }) => listState(store, ownerId, list)));
  if (states.some((state) => state?.deep_day !== today)) {
    const deepest = Math.max(...lists.map(({ deepDays }) => deepDays));
    const sources = [
      ...lists.flatMap((each) => [...each.sources.keys()]),
      ...words.map(({ phrase_id }) => wordsSource(phrase_id)),
      citedSource,
    ];
    const followed = {
      lists: [...lists.map(({ list }) => list), wordsList, citedList],
      sources,
      dayBefore: shiftDay(today, -deepest - 7),
    };
    await forgetUnfollowed(store, ownerId, followed, deps.now());
  }
  const run = { found: 0, requests: 0 };
  for (const list of lists) {
    if (!(await readList(deps, ownerId, list, today, run))) return { ...run, complete: false };
  }
  if (words.length > 0 && !(await readMatches(deps, ownerId, words, run))) return { ...run, complete: false };
  const complete = !(await hasProofs(store, ownerId)) || (await lookAtCited(deps, ownerId, run));
  return { ...run, complete };
}

async function readList(deps: CheckDeps, ownerId: string, list: FollowedList, today: string, run: Run) {
  const { store } = deps;
  const known = await knownSources(store, ownerId);
  const unknown = [...list.sources.keys()].filter((source) => !known.has(source));
  const state = await listState(store, ownerId, list.list);
  const deep = state?.deep_day !== today;
  // Issuers that were added since are read back alone; the others need it once a day only.
  if (unknown.length > 0 && !deep && list.list === watchesList) {
    const added = onlySources(list, unknown);
    const since = shiftDay(today, -list.deepDays);
    if (!(await readDays(deps, ownerId, added, { since, until: undefined }, unknown, run))) return false;
    await noteKnownSources(store, ownerId, unknown, deps.now());
  }
  for (const days of daysToRead(list, state?.complete_day, deep, today)) {
    if (!(await readDays(deps, ownerId, list, days, unknown, run))) return false;
    const complete_day = days.until ?? today;
    await saveListState(store, ownerId, list.list, { complete_day, deep_day: null, checked_at: deps.now() });
  }
  if (deep) {
    await noteKnownSources(store, ownerId, [...list.sources.keys()], deps.now());
    await saveListState(store, ownerId, list.list, { complete_day: today, deep_day: today, checked_at: deps.now() });
  }
  return true;
}

function onlySources(list: FollowedList, wanted: readonly string[]): FollowedList {
  const codes = list.query.security_codes?.filter((code) => wanted.includes(watchSource(code)));
  return { ...list, query: { ...list.query, ...(codes === undefined ? {} : { security_codes: codes }) } };
}

interface Days {
  readonly since: string;
  /** Undefined for the newest part, which has no last day. */
  readonly until: string | undefined;
}

/** The oldest first, so that what is complete has no gap. A day is read again the day after: it may not have ended. */
export function daysToRead(
  list: Pick<FollowedList, "deepDays" | "sliceDays">,
  completeDay: string | undefined,
  deep: boolean,
  today: string,
): Days[] {
  const lookBack = shiftDay(today, -list.deepDays);
  const resumed = shiftDay(completeDay ?? today, -1);
  const wanted = deep && lookBack < resumed ? lookBack : resumed;
  const earliest = shiftDay(today, -absenceDaysMax);
  const days: Days[] = [];
  let since = wanted < earliest ? earliest : wanted;
  while (shiftDay(since, list.sliceDays) <= today) {
    const next = shiftDay(since, list.sliceDays);
    days.push({ since, until: shiftDay(next, -1) });
    since = next;
  }
  return [...days, { since, until: undefined }];
}

async function readDays(
  deps: CheckDeps,
  ownerId: string,
  list: FollowedList,
  { since, until }: Days,
  unknown: readonly string[],
  run: Run,
): Promise<boolean> {
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    if (!(await deps.roomForRequest())) return false;
    run.requests++;
    const answer = await deps.listDocuments({
      ...list.query,
      timeline_since: since,
      ...(until === undefined ? {} : { timeline_until: until }),
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    // Lists begin with the newest; what is told follows the order of filing.
    const items = answer.documents.toReversed().flatMap((document) => listedItem(document, list, unknown));
    run.found += await storeListedPage(deps.store, ownerId, items, deps.now());
    if (answer.next_cursor === null || answer.next_cursor === cursor) return true;
    cursor = answer.next_cursor;
  }
  return true;
}

function listedItem(document: DocumentSummary, list: FollowedList, unknown: readonly string[]): ListedItem[] {
  const source = list.list === watchesList ? watchSource(document.security_code ?? "") : list.list;
  const followedSince = list.sources.get(source);
  const [shown] = readListedDocument(document);
  if (followedSince === undefined || shown === undefined) return [];
  const filedMs = Date.parse(document.timeline_at ?? "");
  return [
    {
      documentId: document.document_id,
      source,
      // One without a day is never forgotten, since it could be listed again at any time.
      day: moment(document.timeline_at)?.date ?? "9999-12-31",
      withdrawn: document.content_status === "withdrawn",
      wasThere: unknown.includes(source) && !(filedMs > followedSince),
      document: JSON.stringify(shown),
    },
  ];
}
