import { type ListDetail, listDetailOf, listKey } from "../../domain/market/records.ts";
import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";
import type { IngestItem } from "../run/item.ts";
import { fingerprintOf } from "../run/runner.ts";
import type { DayList } from "../sources/edinet/client.ts";
import { nextListAtMs } from "../sources/edinet/hours.ts";
import { closingItem, documentItem, type EdinetSource, isClosing } from "../sources/edinet/items.ts";
import { makePlan } from "../sources/edinet/plan.ts";

const everything = { types: undefined, codes: undefined, securityCodeOf: () => undefined };
/** A shorter list than before is an older one, until it has come so often. */
const shorterMax = 3;

export interface ReadList {
  readonly day: string;
  readonly list: DayList;
  readonly askedAtMs: number;
  readonly pauseMs: number;
}

/**
 * Changes by a day's list: documents and withdrawals that wait from now on, and the list's own record, to be put
 * together. A row of an earlier day never replaces one of a later day, whichever of the two lists is read last.
 */
export async function recordsOfList(
  { day, list, askedAtMs, pauseMs }: ReadList,
  { records, source }: { readonly records: IngestRecords; readonly source: EdinetSource },
): Promise<IngestRecord[]> {
  const before = await records.find(listKey(day));
  const last = listDetailOf(before);
  const highest = list.rows.reduce((most, row) => Math.max(most, row.seqNumber), 0);
  const isShorter = last !== undefined && highest < last.highest;
  if (isShorter && (before?.attempts ?? 0) < shorterMax) {
    const attempts = (before?.attempts ?? 0) + 1;
    return [listRecord(day, { ...before, state: "done", attempts, dueAtMs: askedAtMs + pauseMs * 60 })];
  }
  const plan = makePlan([list.rows], everything);
  const items = [
    ...plan.documents.map((row) => documentItem(row, source, day)),
    ...plan.closed.map((id) => closingItem(id, source.context)),
  ];
  const known = await records.findAll(items.map(({ key }) => key));
  const changed: IngestRecord[] = [];
  for (const item of items) {
    const fingerprint = await fingerprintOf(item);
    const old = known.get(item.key);
    if (old !== undefined && !isNews(old, { item, fingerprint, day })) continue;
    changed.push({
      ...{ key: item.key, kind: "document", state: "waiting", fingerprint, attempts: 0, reason: null, message: null },
      day: old?.day != null && old.day > day ? old.day : day,
      submittedAtMs: item.record?.submittedAtMs ?? null,
      detail: item.record?.detail ?? null,
      ...{ dueAtMs: askedAtMs, atMs: askedAtMs },
    });
  }
  const detail: ListDetail = { readAtMs: askedAtMs, rows: list.rows.length, highest, unreadable: list.unreadable };
  return [
    ...changed,
    listRecord(day, {
      state: "done",
      detail: JSON.stringify(detail),
      dueAtMs: nextListAtMs(day, askedAtMs, pauseMs),
      atMs: askedAtMs,
    }),
  ];
}

function isNews(
  old: IngestRecord,
  { item, fingerprint, day }: { readonly item: IngestItem; readonly fingerprint: string; readonly day: string },
): boolean {
  if (old.fingerprint === fingerprint) return false;
  if (isClosing(item)) return old.state !== "closed";
  return old.day === null || day >= old.day;
}

/** A list as it is recorded before it was read for the first time, or with what has changed since. */
export function listRecord(day: string, changes: Partial<IngestRecord>): IngestRecord {
  return {
    ...{ key: listKey(day), kind: "list", state: "waiting", fingerprint: "", day, submittedAtMs: null, detail: null },
    ...{ reason: null, message: null, attempts: 0, dueAtMs: null, atMs: 0 },
    ...changes,
  };
}
