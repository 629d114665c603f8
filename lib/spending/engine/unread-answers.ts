import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { awaitingCheck } from "../pricing/first-reading.ts";
import { taking } from "./leases.ts";
import { readStored } from "./storing.ts";

const firstPauseMs = 10_000;
const longestPauseMs = 60 * 60_000;

interface Failed {
  readonly pauseMs: number;
  /** On the monotonic clock. */
  readonly againMs: number;
}

/**
 * Reads what is stored and booked and was not read yet: a process ended between the two, or the store or the bodies
 * failed meanwhile. What fails again is tried after ever longer pauses.
 */
export class UnreadAnswers {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #reading = new Set<string>();
  readonly #failed = new Map<string, Failed>();

  constructor(deps: SpendingDeps, rows: PurchaseStore) {
    this.#deps = deps;
    this.#rows = rows;
  }

  /** Stores an answer and reads it: nobody else reads it meanwhile. */
  async storing(intentId: string, work: () => Promise<void>): Promise<void> {
    this.#reading.add(intentId);
    try {
      await work();
    } finally {
      this.#reading.delete(intentId);
    }
  }

  /** Begins what can be read now. */
  async recover(isAlone: boolean): Promise<void> {
    const unread = await this.#rows.library.unread(awaitingCheck, taking(this.#deps, isAlone));
    const left = new Set(unread);
    for (const intentId of this.#failed.keys()) if (!left.has(intentId)) this.#failed.delete(intentId);
    const now = this.#deps.clock.monotonicMs();
    for (const intentId of unread) {
      if (this.#reading.has(intentId)) continue;
      if ((this.#failed.get(intentId)?.againMs ?? now) <= now) void this.#read(intentId);
    }
  }

  async #read(intentId: string): Promise<void> {
    try {
      await this.storing(intentId, async () => void (await readStored(this.#deps, this.#rows, intentId)));
    } catch {
      const before = this.#failed.get(intentId)?.pauseMs;
      const pauseMs = before === undefined ? firstPauseMs : Math.min(before * 2, longestPauseMs);
      this.#failed.set(intentId, { pauseMs, againMs: this.#deps.clock.monotonicMs() + pauseMs });
      this.#deps.report({ kind: "internal", code: "reading_failed", requestId: null });
    }
  }
}
