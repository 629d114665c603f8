import { jstDate, jstDayStartMs } from "../../../lib/contract/dates.ts";
import { edinetKey, sinceOf, sourceDetail } from "../../domain/market/records.ts";
import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";
import type { Clock } from "../clock.ts";
import { listRecord } from "./list-records.ts";
import { putSource } from "./source-record.ts";

interface WantedListsOptions {
  readonly records: IngestRecords;
  readonly clock: Clock;
  /** The first day that is wanted, or how many days before today. */
  readonly since: string | number;
}

const dayMs = 86_400_000;
/** Lists that are asked for before the documents of the newest of them; at the first start somebody waits for those. */
const daysAtOnce = 31;
const daysAtFirst = 2;

/** The days whose lists are to be read: a record for each, that waits from when it is made. */
export class WantedLists {
  readonly #options: WantedListsOptions;
  #days: ReadonlySet<string> = new Set();
  /** Up to which they were wanted last. */
  #today = "";

  constructor(options: WantedListsOptions) {
    this.#options = options;
  }

  hasToday(): boolean {
    return this.#today === jstDate(this.#options.clock.now());
  }

  /** Today, the days since the last one, and at the first start the newest days that are wanted. */
  async wantNewest(): Promise<void> {
    const { records, clock, since } = this.#options;
    const today = jstDate(clock.now());
    this.#days = new Set((await records.lists()).flatMap(({ day }) => day ?? []));
    const wanted = typeof since === "string" ? since : dayBefore(today, since);
    const known = sinceOf(await records.find(edinetKey));
    const from = known !== undefined && known < wanted ? known : wanted;
    if (from !== known) await putSource(records, clock.now(), { detail: sourceDetail(from) });
    await this.#add(earliest(this.#days) ?? later(from, dayBefore(today, daysAtFirst - 1)), today);
    this.#today = today;
  }

  /** The days before the first one; false where all that are wanted have lists. */
  async wantEarlier(): Promise<boolean> {
    const first = earliest(this.#days);
    const from = sinceOf(await this.#options.records.find(edinetKey));
    if (first === undefined || from === undefined || first <= from) return false;
    await this.#add(later(from, dayBefore(first, daysAtOnce)), dayBefore(first, 1));
    return true;
  }

  async #add(from: string, to: string): Promise<void> {
    const nowMs = this.#options.clock.now();
    const missing: IngestRecord[] = [];
    for (let day = to; day >= from; day = dayBefore(day, 1)) {
      if (!this.#days.has(day)) missing.push(listRecord(day, { dueAtMs: nowMs, atMs: nowMs }));
    }
    if (missing.length === 0) return;
    await this.#options.records.put(missing);
    this.#days = new Set([...this.#days, ...missing.flatMap(({ day }) => day ?? [])]);
  }
}

function dayBefore(day: string, days: number): string {
  return jstDate(jstDayStartMs(day) - days * dayMs);
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earliest(days: ReadonlySet<string>): string | undefined {
  let first: string | undefined;
  for (const day of days) if (first === undefined || day < first) first = day;
  return first;
}
