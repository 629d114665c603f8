import { isWhole } from "../../domain/market/records.ts";
import type { IngestRecord } from "../../storage/ports.ts";
import type { Clock } from "../clock.ts";
import { isOutage } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import { setAside } from "../run/retry.ts";
import type { EdinetClient } from "../sources/edinet/client.ts";
import { nextListAtMs } from "../sources/edinet/hours.ts";
import type { EdinetSource } from "../sources/edinet/items.ts";
import { recordsOfList } from "./list-records.ts";
import type { WatchLog } from "./watch-log.ts";

interface ListOptions {
  readonly client: EdinetClient;
  readonly clock: Clock;
  readonly pauseMs: number;
  readonly log: WatchLog;
  readonly signal: AbortSignal;
}

/** Reads a day's list, and records in one transaction what follows from it. */
export async function readList(
  record: IngestRecord,
  source: EdinetSource,
  { client, clock, pauseMs, log, signal }: ListOptions,
): Promise<void> {
  const { records } = source.context.sink;
  const day = record.day ?? "";
  const askedAtMs = clock.now();
  try {
    const list = await client.list(day);
    if (list === undefined) throw new Refusal("download_failed", `EDINET has no list of ${day}.`);
    const found = await recordsOfList({ day, list, askedAtMs, pauseMs }, { records, source });
    await records.put(found);
    log.event("list read", { day, rows: list.rows.length, unreadable: list.unreadable, changed: found.length - 1 });
  } catch (error) {
    if (signal.aborted || isOutage(error)) throw error;
    const failure = setAside(error, record.attempts + 1, clock.now());
    const dueAtMs = isWhole(day, askedAtMs) ? failure.dueAtMs : nextListAtMs(day, askedAtMs, pauseMs);
    await records.put([{ ...record, ...failure, dueAtMs }]);
    log.event("list set aside", { key: record.key, reason: failure.reason });
  }
}
