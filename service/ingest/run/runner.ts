import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";
import { isOutage } from "../faults.ts";
import type { IngestItem, ItemOutcome } from "./item.ts";
import { setAside } from "./retry.ts";

interface RunOptions {
  readonly records: IngestRecords;
  readonly listener: RunListener;
  readonly now: () => number;
  /** Documents at once. */
  readonly width: number;
  /** Tries again the items that were set aside before. */
  readonly retry: boolean;
  readonly signal: AbortSignal;
}

/** The outcome of each item. */
export interface RunListener {
  /** It was done before and has not changed. */
  passed(key: string): void;
  done(key: string, outcome: ItemOutcome): void;
  setAside(key: string, reason: string, message: string): void;
  setAsideBefore(key: string, reason: string, message: string): void;
}

/**
 * Raised with what reading yields: then everything is read anew, once. What was bought counts for the sections that a
 * document is divided into anew.
 */
const readerVersion = "4";

/** As records have it. */
export async function fingerprintOf(item: IngestItem): Promise<string> {
  return `${readerVersion}:${await item.fingerprint()}`;
}

/**
 * Processes items, `width` at a time. Finished, unchanged items are skipped; refused ones are set aside with a reason;
 * only an unavailable source or a full disk ends the run early. Each item is recorded after it is stored: a run killed
 * in between publishes it once more, which changes nothing.
 */
export async function run(items: Iterable<IngestItem>, options: RunOptions): Promise<void> {
  const queue = items[Symbol.iterator]();
  let stopped: unknown;
  const takeFromQueue = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      if (options.signal.aborted || stopped !== undefined) return;
      try {
        await ingestItem(next.value, options);
      } catch (error) {
        stopped ??= error;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: options.width }, takeFromQueue));
  if (stopped !== undefined) throw stopped;
}

async function ingestItem(item: IngestItem, options: RunOptions): Promise<void> {
  const { records, listener, now } = options;
  const { key } = item;
  const fingerprint = await fingerprintOf(item);
  const known = await records.find(key);
  if (known !== undefined && isSettled(known, fingerprint, options.retry)) {
    if (known.state === "set_aside") listener.setAsideBefore(key, known.reason ?? "", known.message ?? "");
    else listener.passed(key);
    return;
  }
  const before: IngestRecord = { ...(known ?? newRecord(key)), ...item.record, fingerprint };
  const put = (changes: Partial<IngestRecord>) => records.put([{ ...before, ...changes, atMs: now() }]);
  await put({ state: "under_way" });
  const settled = { detail: null, reason: null, message: null, attempts: 0, dueAtMs: null };
  try {
    const outcome = await item.ingest();
    const isClosed = outcome.change === "closed" || outcome.change === "nothing";
    await put({ ...settled, state: isClosed ? "closed" : "done" });
    listener.done(key, outcome);
  } catch (error) {
    if (options.signal.aborted || isOutage(error)) {
      await records.put([{ ...before, state: before.state === "set_aside" ? "set_aside" : "waiting" }]);
      if (options.signal.aborted) return;
      throw error;
    }
    const attempts = (known?.fingerprint === fingerprint ? known.attempts : 0) + 1;
    const failure = setAside(error, attempts, now());
    await put(before.detail === null ? { ...failure, dueAtMs: null } : failure);
    listener.setAside(key, failure.reason, failure.message);
  }
}

/** A bug of this program is tried again each time, since this version may read the item. */
function isSettled({ state, fingerprint, reason }: IngestRecord, wanted: string, retry: boolean): boolean {
  if (fingerprint !== wanted) return false;
  return state === "done" || state === "closed" || (state === "set_aside" && !retry && reason !== "internal_error");
}

function newRecord(key: string): IngestRecord {
  return {
    key,
    kind: "file",
    state: "waiting",
    fingerprint: "",
    ...{ day: null, submittedAtMs: null, detail: null, reason: null, message: null, attempts: 0 },
    ...{ dueAtMs: null, atMs: 0 },
  };
}
