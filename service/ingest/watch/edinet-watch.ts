import { jstDate, jstDayEndMs } from "../../../lib/contract/dates.ts";
import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";
import type { Clock } from "../clock.ts";
import { retryAtMs } from "../run/retry.ts";
import type { RunListener } from "../run/runner.ts";
import type { IngestSession } from "../session.ts";
import type { EdinetClient } from "../sources/edinet/client.ts";
import { nextNightMs } from "../sources/edinet/hours.ts";
import { type EdinetSource, recordedItem, recordedTypeOf } from "../sources/edinet/items.ts";
import { begin, cutsMax } from "./begin.ts";
import { readCompanies, wantCompanies } from "./companies.ts";
import { Outage } from "./outage.ts";
import { readList } from "./read-list.ts";
import { checkRoom, type FreeBytes } from "./room.ts";
import { WantedLists } from "./wanted-lists.ts";
import type { WatchLog } from "./watch-log.ts";

export interface EdinetWatchOptions {
  readonly client: EdinetClient;
  readonly session: IngestSession;
  readonly clock: Clock;
  readonly pauseMs: number;
  /** The first day that is wanted, or how many days before today. */
  readonly since: string | number;
  readonly log: WatchLog;
  readonly signal: AbortSignal;
  readonly freeBytes: FreeBytes;
}

const documentsAtOnce = 16;
/** While one is read and published, the next one is downloaded. */
const width = 2;

/**
 * Follows EDINET. Everything that is still to be done is in the records, where `due` puts it in order: each step does
 * the first of it, and a process that ends anywhere is continued by the next one.
 */
export class EdinetWatch {
  readonly #options: EdinetWatchOptions;
  readonly #records: IngestRecords;
  readonly #source: EdinetSource;
  readonly #wanted: WantedLists;
  readonly #outage: Outage;

  constructor(options: EdinetWatchOptions) {
    this.#options = options;
    const { client, session, clock, log, since } = options;
    const { context } = session;
    this.#records = context.sink.records;
    this.#wanted = new WantedLists({ records: this.#records, clock, since });
    this.#outage = new Outage({ records: this.#records, clock, log });
    this.#source = { client, context, extras: new Set(), typeOf: (id) => recordedTypeOf(id, context.sink) };
  }

  /** Work that the process before left under way was cut by its end. */
  async recover(): Promise<void> {
    await this.#outage.recover();
    const nowMs = this.#options.clock.now();
    const cut = (await this.#records.inState("under_way", "", 1_000)).filter(({ dueAtMs }) => dueAtMs !== null);
    if (cut.length === 0) return;
    await this.#records.put(cut.map((record) => afterCut(record, nowMs)));
    this.#options.log.event("continuing", { cut: cut.length });
  }

  /** When there may be something to do. */
  async nextAtMs(): Promise<number> {
    const nowMs = this.#options.clock.now();
    const tomorrowMs = jstDayEndMs(jstDate(nowMs));
    const dueAtMs = Math.min((await this.#records.nextDueAtMs()) ?? tomorrowMs, tomorrowMs);
    return Math.max(dueAtMs, nowMs + this.#outage.leftMs());
  }

  /** Does what is to be done first; false where that is nothing now. */
  async step(): Promise<boolean> {
    const { client, clock, signal } = this.#options;
    if (this.#outage.leftMs() > 0) return false;
    try {
      if (!this.#wanted.hasToday()) {
        // EDINET confirms the day, since a clock that is wrong would want the wrong ones.
        await client.ask();
        await this.#wanted.wantNewest();
        await wantCompanies(this.#options);
      }
      const due = await this.#records.due(clock.now(), documentsAtOnce);
      const [first] = due;
      if (first === undefined) return await this.#wanted.wantEarlier();
      await this.#take(first, due);
    } catch (error) {
      if (!signal.aborted) await this.#outage.failed(error);
    }
    return true;
  }

  async #take(first: IngestRecord, due: readonly IngestRecord[]): Promise<void> {
    if (first.kind === "codes") {
      await begin(this.#records, first, () => readCompanies(first, this.#options));
    } else if (first.kind === "list") {
      await begin(this.#records, first, () => readList(first, this.#source, this.#options));
      await this.#outage.isOver();
    } else await this.#takeDocuments(first, due);
  }

  /** One that was cut before is dealt with alone, so that it takes no other one along. */
  async #takeDocuments(first: IngestRecord, due: readonly IngestRecord[]): Promise<void> {
    const { session, log, freeBytes } = this.#options;
    await checkRoom(freeBytes);
    const taken =
      first.attempts > 0 ? [first] : due.filter(({ kind, attempts }) => kind === "document" && attempts === 0);
    const items = taken.map((record) => recordedItem(record, this.#source));
    await session.run(items, listenerOf(log), true, width);
  }
}

/** Something that was cut too often may be what ended the program. */
function afterCut(record: IngestRecord, nowMs: number): IngestRecord {
  const attempts = record.attempts + 1;
  if (attempts < cutsMax) return { ...record, state: "waiting", attempts };
  const againAtMs = retryAtMs("program_ended", attempts - cutsMax + 1, nowMs);
  return {
    ...record,
    ...{ state: "set_aside", attempts, reason: "program_ended", message: "Reading it has ended the program." },
    ...{ dueAtMs: record.kind === "document" ? againAtMs : (againAtMs ?? nextNightMs(nowMs)), atMs: nowMs },
  };
}

function listenerOf(log: WatchLog): RunListener {
  return {
    passed: () => undefined,
    done: (key, { change }) => log.event("document", { key, change }),
    setAside: (key, reason) => log.event("document set aside", { key, reason }),
    setAsideBefore: () => undefined,
  };
}
