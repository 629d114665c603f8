import type { IntentRow } from "../../store/purchases.ts";
import { lostAtStop, internal } from "./own-problems.ts";
import type { SpendingDeps, PurchaseStore } from "../ports.ts";
import { settleAgainMs, settleMs } from "./retry.ts";
import type { AppProblem } from "../wire.ts";

/**
 * Writes down how a run ended that did not deliver: `failed`, which cost nothing, or `unknown`, which is settled later.
 * Nothing that may have been charged ends as `failed`.
 */
export class RunOutcomes {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #askLater: (intentId: string, waitMs: number) => void;
  /** When an intent's outcome was last lost, on the clock that doesn't jump; else the start of this process. */
  readonly #lostAt = new Map<string, number>();
  readonly #startedMs: number;

  constructor(deps: SpendingDeps, rows: PurchaseStore, askLater: (intentId: string, waitMs: number) => void) {
    this.#deps = deps;
    this.#rows = rows;
    this.#askLater = askLater;
    this.#startedMs = deps.clock.monotonicMs();
  }

  noteLost(intentId: string): void {
    this.#lostAt.set(intentId, this.#deps.clock.monotonicMs());
  }

  fail(row: IntentRow, problem: AppProblem): void {
    this.#rows.purchases.markFailed(row.intent_id, this.#deps.clock.nowMs(), JSON.stringify(problem));
    this.#rows.purchases.dropKeyIfIdle(row.key_id);
    this.#lostAt.delete(row.intent_id);
    this.#deps.report({ kind: "intent_failed", code: problem.code, requestId: problem.instance });
  }

  stopAsking(row: IntentRow, problem: AppProblem | undefined): void {
    const error = problem === undefined ? (row.error ?? JSON.stringify(lostAtStop)) : JSON.stringify(problem);
    this.#rows.purchases.markUnknown(row.intent_id, this.#deps.clock.nowMs(), null, error);
    this.#rows.purchases.dropKeyIfIdle(row.key_id);
  }

  leaveUnknown(row: IntentRow, problem: AppProblem): void {
    const waitMs = this.isIdempotent(row) ? settleAgainMs(0, this.#deps.chance.fraction()) : settleMs;
    const now = this.#deps.clock.nowMs();
    const wasUnknown = row.state === "unknown";
    this.#rows.purchases.markUnknown(row.intent_id, now, now + waitMs, JSON.stringify(problem));
    if (wasUnknown) return;
    this.#deps.report({ kind: "outcome_unknown", code: problem.code, requestId: problem.instance });
    this.#askLater(row.intent_id, waitMs);
  }

  /** Ends a run for a reason of our own: free if nothing can have been charged, else unknown. */
  giveUp(row: IntentRow, problem: AppProblem, ambiguous = true): void {
    const now = this.#rows.purchases.intent(row.intent_id);
    if (now === undefined || now.state === "stored" || now.state === "failed") return;
    if (now.state === "intent" || !ambiguous) this.fail(now, problem);
    else this.leaveUnknown(now, problem);
  }

  /** A fault of our own, not the service's: what was never sent is free, anything else has no known outcome. */
  giveUpAfterFault(row: IntentRow): void {
    try {
      this.#deps.report({ kind: "internal", code: "run_failed", requestId: null });
      this.giveUp(row, internal);
    } catch {
      // The store itself fails: the row stays as it is, and the next start recovers it.
    }
  }

  isSettled(intentId: string): boolean {
    const lostAt = this.#lostAt.get(intentId) ?? this.#startedMs;
    return this.#deps.clock.monotonicMs() - lostAt >= settleMs;
  }

  /** The promise was made when it was first sent, and holds. A margin for clocks that differ. */
  isIdempotent(row: IntentRow): boolean {
    if (row.retention_seconds === null) return false;
    const ageMs = row.sent_at === null ? 0 : Math.max(0, this.#deps.clock.nowMs() - row.sent_at);
    return ageMs < row.retention_seconds * 1000 * 0.95;
  }
}
