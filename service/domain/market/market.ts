import { jstDate, jstDayEndMs, jstDayStartMs } from "../../../lib/contract/dates.ts";
import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";
import { codesKey, edinetKey, isWhole, listDetailOf, sinceOf } from "./records.ts";

/** How fresh the market is, what it lacks, and what stands in the way. */
export interface Market {
  /** Up to when everything that EDINET lists is here; undefined before the first list was read. */
  readonly upToMs: number | undefined;
  /** Older than a business day. */
  readonly isStale: boolean;
  /** Days before that which are not here, or not whole; each run of them as its first and last day. */
  readonly missing: readonly DayRange[];
  readonly missingDays: number;
  readonly listReadAtMs: number | undefined;
  /** When the newest document that is here was submitted. */
  readonly newestFilingAtMs: number | undefined;
  /** Documents that are listed and not here yet. */
  readonly waiting: number;
  readonly setAside: number;
  /** Those of them that will be asked for again. */
  readonly triedAgain: number;
  readonly companiesReadAtMs: number | undefined;
  /** While EDINET can't be asked. */
  readonly trouble: Trouble | undefined;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface Trouble {
  /** `key_refused`, `unreachable`, `busy`, `clock_wrong` or `failed`. */
  readonly reason: string;
  readonly message: string;
  readonly sinceMs: number;
  readonly nextAttemptAtMs: number | null;
}

const dayMs = 86_400_000;
const businessDayMs = dayMs;

/** Undefined where nothing has ever followed EDINET. */
export async function readMarket(records: IngestRecords, nowMs: number): Promise<Market | undefined> {
  const source = await records.find(edinetKey);
  if (source === undefined) return undefined;
  const [lists, unfinished, totals, codes] = await Promise.all([
    records.lists(),
    records.unfinishedDays(),
    records.documentTotals(),
    records.find(codesKey),
  ]);
  const open = new Map(unfinished.map((day) => [day.day, day]));
  const readAt = new Map(
    lists.flatMap((list): [string, number][] => {
      const detail = listDetailOf(list);
      return detail === undefined || list.day === null ? [] : [[list.day, detail.readAtMs]];
    }),
  );
  const newest = [...readAt.keys()].sort().at(-1);
  const upToMs = newest === undefined ? undefined : reached(newest, readAt.get(newest) ?? 0, open.get(newest));
  const missing = newest === undefined ? [] : missingBefore(newest, sinceOf(source) ?? newest, readAt, open);
  const total = (state: IngestRecord["state"]) => totals.find((each) => each.state === state);
  const aside = total("set_aside");
  return {
    upToMs,
    isStale: upToMs === undefined || businessMsBetween(upToMs, nowMs) > businessDayMs,
    missing: rangesOf(missing),
    missingDays: missing.length,
    listReadAtMs: newest === undefined ? undefined : readAt.get(newest),
    newestFilingAtMs: total("done")?.newestSubmittedAtMs ?? undefined,
    waiting: (total("waiting")?.documents ?? 0) + (total("under_way")?.documents ?? 0),
    setAside: aside?.documents ?? 0,
    triedAgain: aside?.due ?? 0,
    companiesReadAtMs: codes?.state === "done" ? codes.atMs : undefined,
    trouble: troubleOf(source),
  };
}

/** In a day documents are taken in as they were submitted, so that all before the first that waits are here. */
function reached(day: string, readAtMs: number, open: { firstSubmittedAtMs: number | null } | undefined): number {
  const listedMs = Math.min(readAtMs, jstDayEndMs(day));
  if (open === undefined) return listedMs;
  return Math.max(jstDayStartMs(day), Math.min(listedMs, open.firstSubmittedAtMs ?? listedMs));
}

function missingBefore(
  newest: string,
  since: string,
  readAt: ReadonlyMap<string, number>,
  open: ReadonlyMap<string, unknown>,
): string[] {
  const missing: string[] = [];
  for (let ms = jstDayStartMs(since); ms < jstDayStartMs(newest); ms += dayMs) {
    const day = jstDate(ms);
    if (!isWhole(day, readAt.get(day) ?? 0) || open.has(day)) missing.push(day);
  }
  return missing;
}

function rangesOf(days: readonly string[]): DayRange[] {
  const ranges: { from: string; to: string }[] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last !== undefined && jstDayEndMs(last.to) === jstDayStartMs(day)) last.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** Weekends don't count. */
function businessMsBetween(fromMs: number, toMs: number): number {
  let sum = 0;
  for (let at = fromMs; at < toMs; ) {
    const day = jstDate(at);
    const endMs = Math.min(jstDayEndMs(day), toMs);
    if (isWeekday(day)) sum += endMs - at;
    at = endMs;
    if (sum > businessDayMs) break;
  }
  return sum;
}

export function isWeekday(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

function troubleOf({ state, reason, message, atMs, dueAtMs }: IngestRecord): Trouble | undefined {
  if (state !== "waiting" || reason === null) return undefined;
  return { reason, message: message ?? "", sinceMs: atMs, nextAttemptAtMs: dueAtMs };
}

/** A document, list or file that was set aside. */
export interface SetAside {
  readonly key: string;
  readonly day: string | null;
  readonly title: string | null;
  readonly reason: string;
  readonly message: string;
  readonly attempts: number;
  readonly setAsideAtMs: number;
  /** Null: it is not tried again by itself. */
  readonly nextAttemptAtMs: number | null;
  /** True where it can be tried again from here: a file has to be dropped again. */
  readonly canBeTried: boolean;
}

/** By key, beginning after `after`. */
export async function listSetAside(records: IngestRecords, after: string, limit: number): Promise<SetAside[]> {
  return (await records.inState("set_aside", after, limit)).map((record) => ({
    key: record.key,
    day: record.day,
    title: titleOf(record),
    reason: record.reason ?? "",
    message: record.message ?? "",
    attempts: record.attempts,
    setAsideAtMs: record.atMs,
    nextAttemptAtMs: record.dueAtMs,
    canBeTried: canBeTried(record),
  }));
}

export async function canBeTriedAgain(records: IngestRecords, key: string): Promise<boolean> {
  const record = await records.find(key);
  return record !== undefined && isTriable(record);
}

const isTriable = (record: IngestRecord) => record.state === "set_aside" && canBeTried(record);

function canBeTried({ kind, detail }: IngestRecord): boolean {
  return kind === "list" || kind === "codes" || (kind === "document" && detail !== null);
}

function titleOf({ kind, detail }: IngestRecord): string | null {
  if (kind !== "document" || detail === null) return null;
  const row: unknown = JSON.parse(detail);
  if (typeof row !== "object" || row === null) return null;
  const words = ["filerName" in row ? row.filerName : null, "docDescription" in row ? row.docDescription : null].filter(
    (word) => typeof word === "string",
  );
  return words.length === 0 ? null : words.join(" ");
}
