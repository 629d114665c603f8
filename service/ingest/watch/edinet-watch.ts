import { rm } from "node:fs/promises";
import { join } from "node:path";
import { jstDate, jstDayStartMs } from "../../../lib/contract/dates.ts";
import { documentTypes } from "../../../lib/contract/vocabulary.ts";
import { codesKey, edinetKey, isWhole, listKey, sinceOf, sourceDetail } from "../../domain/market/records.ts";
import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";
import type { Clock } from "../clock.ts";
import { isSystemFault } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import { retryAtMs, setAside } from "../run/retry.ts";
import type { RunListener } from "../run/runner.ts";
import type { IngestSession } from "../session.ts";
import { issuersOf, readCodeList } from "../sources/codes.ts";
import type { EdinetClient } from "../sources/edinet/client.ts";
import { EdinetUnavailable } from "../sources/edinet/failures.ts";
import { nextListAtMs, nextNightMs } from "../sources/edinet/hours.ts";
import { type EdinetSource, recordedItem } from "../sources/edinet/items.ts";
import { ListRow } from "../sources/edinet/list-row.ts";
import { typeOfRow } from "../sources/edinet/plan.ts";
import { listRecord, recordsOfList } from "./list-records.ts";
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
  /** Of the disk that documents go to. */
  readonly freeBytes: () => Promise<number>;
}

const dayMs = 86_400_000;
/** Lists that are asked for before the documents of the newest of them. */
const daysAtOnce = 31;
const documentsAtOnce = 16;
/** While one is read and published, the next one is downloaded. */
const width = 2;
/** A document that was begun so often and never ended has ended the program. */
const cutsMax = 3;
/** Left to the other programs: nothing can be bought on a full disk. */
const freeBytesMin = 500_000_000;
const outageFirstMs = 30_000;
const outageMaxMs = 600_000;
const refusedMaxMs = 3_600_000;

/**
 * Follows EDINET. Everything that is still to be done is in the records, where `due` puts it in order: each step does
 * the first of it, and a process that ends anywhere is continued by the next one.
 */
export class EdinetWatch {
  readonly #options: EdinetWatchOptions;
  readonly #records: IngestRecords;
  readonly #source: EdinetSource;
  #lists: Set<string> | undefined;
  #day = "";
  /** Recorded as answering. */
  #isWell = false;
  #outages = 0;
  #away: { readonly sinceMs: number; readonly untilMs: number } | undefined;

  constructor(options: EdinetWatchOptions) {
    this.#options = options;
    const { context } = options.session;
    this.#records = context.sink.records;
    this.#source = {
      client: options.client,
      context,
      extras: new Set(),
      typeOf: (id) => this.#typeOf(id),
    };
  }

  /** What the process before left under way was cut by its end; a pause that EDINET asked it for goes on. */
  async recover(): Promise<void> {
    const nowMs = this.#options.clock.now();
    const source = await this.#records.find(edinetKey);
    if (source?.state === "waiting" && source.reason === "busy" && source.dueAtMs !== null) {
      this.#away = { sinceMs: source.atMs, untilMs: Math.min(source.dueAtMs, nowMs + dayMs) };
    }
    const cut = (await this.#records.inState("under_way", "", 1_000)).filter(({ dueAtMs }) => dueAtMs !== null);
    if (cut.length === 0) return;
    await this.#records.put(
      cut.map((record): IngestRecord => {
        const attempts = record.attempts + 1;
        if (attempts < cutsMax) return { ...record, state: "waiting", attempts };
        return {
          ...record,
          ...{ state: "set_aside", attempts, reason: "program_ended", message: "Reading it has ended the program." },
          ...{ dueAtMs: retryAtMs("program_ended", attempts - cutsMax + 1, nowMs), atMs: nowMs },
        };
      }),
    );
    this.#options.log.event("continuing", { cut: cut.length });
  }

  /** When there may be something to do. */
  async nextAtMs(): Promise<number> {
    const nowMs = this.#options.clock.now();
    const tomorrowMs = jstDayStartMs(jstDate(nowMs)) + dayMs;
    const dueAtMs = Math.min((await this.#records.nextDueAtMs()) ?? tomorrowMs, tomorrowMs);
    return Math.max(dueAtMs, this.#away?.untilMs ?? 0);
  }

  /** Does what is to be done first; false where that is nothing now. */
  async step(): Promise<boolean> {
    const { clock } = this.#options;
    if (this.#away !== undefined && clock.now() < this.#away.untilMs) return false;
    try {
      await this.#wantLists();
      const due = await this.#records.due(clock.now(), documentsAtOnce);
      const [first] = due;
      if (first === undefined) return await this.#wantEarlierLists();
      if (first.kind === "codes") await this.#readCodes(first);
      else if (first.kind === "list") {
        await this.#readList(first);
        await this.#isBack();
      } else await this.#takeDocuments(first, due);
    } catch (error) {
      await this.#isAway(error);
    }
    return true;
  }

  /** Lists of today, of the days since the last one, and at the first start of the newest days that are wanted. */
  async #wantLists(): Promise<void> {
    const { clock, since, session } = this.#options;
    const today = jstDate(clock.now());
    if (today === this.#day && this.#lists !== undefined) return;
    this.#lists = new Set((await this.#records.lists()).flatMap(({ day }) => day ?? []));
    const source = await this.#records.find(edinetKey);
    const wanted = typeof since === "string" ? since : dayBefore(today, since);
    const known = sinceOf(source);
    const from = known !== undefined && known < wanted ? known : wanted;
    if (from !== known) await this.#putSource({ detail: sourceDetail(from) });
    await this.#addLists(earliest(this.#lists) ?? later(from, dayBefore(today, daysAtOnce)), today);
    const codes = await this.#records.find(codesKey);
    // Another machine may have read it, which has it in its own folder.
    const isElsewhere = codes?.state === "done" && session.companies.size === 0;
    if (codes === undefined || isElsewhere) await this.#records.put([{ ...codesRecord, dueAtMs: clock.now() }]);
    this.#day = today;
  }

  /** False where all days that are wanted have lists. */
  async #wantEarlierLists(): Promise<boolean> {
    const first = earliest(this.#lists ?? new Set());
    const from = sinceOf(await this.#records.find(edinetKey));
    if (first === undefined || from === undefined || first <= from) return false;
    await this.#addLists(later(from, dayBefore(first, daysAtOnce)), dayBefore(first, 1));
    return true;
  }

  async #addLists(from: string, to: string): Promise<void> {
    const nowMs = this.#options.clock.now();
    const missing: IngestRecord[] = [];
    for (let day = to; day >= from; day = dayBefore(day, 1)) {
      if (this.#lists?.has(day) !== true) missing.push(listRecord(day, { dueAtMs: nowMs, atMs: nowMs }));
    }
    if (missing.length === 0) return;
    await this.#records.put(missing);
    for (const { day } of missing) this.#lists?.add(day ?? "");
  }

  async #readList(record: IngestRecord): Promise<void> {
    const { client, clock, pauseMs, log } = this.#options;
    const day = record.day ?? "";
    const askedAtMs = clock.now();
    try {
      const list = await client.list(day);
      if (list === undefined) throw new Refusal("download_failed", `EDINET has no list of ${day}.`);
      const found = await recordsOfList(
        { day, list, askedAtMs, pauseMs },
        { records: this.#records, source: this.#source },
      );
      await this.#records.put(found);
      log.event("list read", { day, rows: list.rows.length, unreadable: list.unreadable, changed: found.length - 1 });
    } catch (error) {
      if (this.#isOutage(error)) throw error;
      const failure = setAside(error, record.attempts + 1, clock.now());
      const dueAtMs = isWhole(day, askedAtMs) ? failure.dueAtMs : nextListAtMs(day, askedAtMs, pauseMs);
      await this.#records.put([{ ...record, ...failure, dueAtMs }]);
      log.event("list set aside", { key: listKey(day), reason: failure.reason });
    }
  }

  async #readCodes(record: IngestRecord): Promise<void> {
    const { client, clock, session, log } = this.#options;
    const file = join(session.context.incoming, "codes.zip");
    try {
      if (!(await client.codeList(file))) throw new Refusal("download_failed", "EDINET has no list of companies.");
      const lines = await readCodeList(file);
      if (lines.length * 2 < session.companies.size) {
        throw new Refusal("damaged_archive", "The list of companies has lost more than half of them.");
      }
      session.companies.replace(lines);
      const changed = await session.context.sink.publishIssuers(issuersOf(lines));
      await this.#records.put([
        { ...codesRecord, state: "done", dueAtMs: nextNightMs(clock.now()), atMs: clock.now() },
      ]);
      log.event("companies read", { companies: lines.length, changed });
    } catch (error) {
      if (this.#isOutage(error)) throw error;
      const failure = setAside(error, record.attempts + 1, clock.now());
      const dueAtMs = failure.dueAtMs ?? nextNightMs(clock.now());
      await this.#records.put([{ ...codesRecord, ...failure, dueAtMs }]);
      log.event("companies set aside", { reason: failure.reason });
    } finally {
      await rm(file, { force: true });
    }
  }

  /** One that was cut before is dealt with alone, so that it takes no other one along. */
  async #takeDocuments(first: IngestRecord, due: readonly IngestRecord[]): Promise<void> {
    const { session, log, freeBytes } = this.#options;
    if ((await freeBytes()) < freeBytesMin) throw new Error("The disk has less than 500 MB left; nothing is ingested.");
    const taken =
      first.attempts > 0 ? [first] : due.filter(({ kind, attempts }) => kind === "document" && attempts === 0);
    const items = taken.map((record) => recordedItem(record, this.#source));
    await session.run(items, listenerOf(log), true, width);
  }

  /** Of a document that is not in yet by its row of the list. */
  async #typeOf(documentId: string) {
    const record = await this.#records.find(documentId);
    const row = record?.detail == null ? undefined : ListRow.safeParse(JSON.parse(record.detail)).data;
    // A correction has no type of its own.
    if (row !== undefined && row.docTypeCode !== "360") return typeOfRow(row);
    const type = await this.#options.session.context.sink.typeOf(documentId);
    return documentTypes.find((each) => each === type);
  }

  #isOutage(error: unknown): boolean {
    return error instanceof EdinetUnavailable || isSystemFault(error) || this.#options.signal.aborted;
  }

  /** Outages are waited out, however long they take; what was under way waits. */
  async #isAway(error: unknown): Promise<void> {
    const { clock, log, signal } = this.#options;
    if (signal.aborted) return;
    const nowMs = clock.now();
    this.#isWell = false;
    const reason = error instanceof EdinetUnavailable ? error.reason : "failed";
    const message = error instanceof Error ? error.message : String(error);
    const maxMs = reason === "key_refused" ? refusedMaxMs : outageMaxMs;
    const waitMs = Math.min(outageFirstMs * 2 ** this.#outages++, maxMs);
    const untilMs = Math.max(nowMs + waitMs, error instanceof EdinetUnavailable ? (error.retryAtMs ?? 0) : 0);
    this.#away = { sinceMs: this.#away?.sinceMs ?? nowMs, untilMs };
    log.failure(`waiting for EDINET: ${reason}`, error);
    await this.#putSource({
      ...{ state: "waiting", reason, message, attempts: this.#outages },
      ...{ dueAtMs: untilMs, atMs: this.#away.sinceMs },
    }).catch((failed: unknown) => log.failure("recording failed", failed));
  }

  async #isBack(): Promise<void> {
    if (this.#isWell) return;
    this.#isWell = true;
    this.#away = undefined;
    this.#outages = 0;
    await this.#putSource({ state: "done", reason: null, message: null, attempts: 0, dueAtMs: null });
  }

  async #putSource(changes: Partial<IngestRecord>): Promise<void> {
    const known = await this.#records.find(edinetKey);
    await this.#records.put([
      {
        ...{ key: edinetKey, kind: "source", state: "waiting", fingerprint: "", day: null, submittedAtMs: null },
        ...{ detail: null, reason: null, message: null, attempts: 0, dueAtMs: null, atMs: this.#options.clock.now() },
        ...known,
        ...changes,
      },
    ]);
  }
}

const codesRecord: IngestRecord = {
  ...{ key: codesKey, kind: "codes", state: "waiting", fingerprint: "", day: null, submittedAtMs: null, detail: null },
  ...{ reason: null, message: null, attempts: 0, dueAtMs: null, atMs: 0 },
};

function listenerOf(log: WatchLog): RunListener {
  return {
    passed: () => undefined,
    done: (key, { change }) => log.event("document", { key, change }),
    setAside: (key, reason) => log.event("document set aside", { key, reason }),
    setAsideBefore: () => undefined,
  };
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
