import type { Ended, IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import type { AppProblem } from "../wire.ts";
import { internal, lostAtStop } from "./own-problems.ts";
import { settleAgainMs, settleMs } from "./retry.ts";

/** `failed` cost nothing, `unknown` is settled later; a run that may have been charged never ends as `failed`. */
export class RunOutcomes {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #askLater: (intentId: string, waitMs: number) => void;
  /** When an intent's outcome was last lost, on the monotonic clock; without an entry, the start of this process. */
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

  async fail(row: IntentRow, problem: AppProblem): Promise<void> {
    const isMine = await this.#rows.purchases.markFailed(row.intent_id, this.#ended(JSON.stringify(problem)));
    await this.#rows.purchases.dropKeyIfIdle(row);
    this.#lostAt.delete(row.intent_id);
    if (!isMine) return;
    this.#deps.report({ kind: "intent_failed", code: problem.code, requestId: problem.instance });
  }

  async stopAsking(row: IntentRow, problem: AppProblem | undefined): Promise<void> {
    const error = problem === undefined ? (row.error ?? JSON.stringify(lostAtStop)) : JSON.stringify(problem);
    await this.#rows.purchases.markUnknown(row.intent_id, null, this.#ended(error));
    await this.#rows.purchases.dropKeyIfIdle(row);
  }

  async leaveUnknown(row: IntentRow, problem: AppProblem): Promise<void> {
    const waitMs = this.isIdempotent(row) ? settleAgainMs(0, this.#deps.chance.fraction()) : settleMs;
    const ended = this.#ended(JSON.stringify(problem));
    const isMine = await this.#rows.purchases.markUnknown(row.intent_id, ended.at + waitMs, ended);
    if (row.state === "unknown" || !isMine) return;
    this.#deps.report({ kind: "outcome_unknown", code: problem.code, requestId: problem.instance });
    this.#askLater(row.intent_id, waitMs);
  }

  /** Ends a run for a reason of the app's own: `failed` if nothing can have been charged, else `unknown`. */
  async giveUp(row: IntentRow, problem: AppProblem, ambiguous = true): Promise<void> {
    const now = await this.#rows.purchases.intent(row.intent_id);
    if (now === undefined || now.state === "stored" || now.state === "failed") return;
    if (now.state === "intent" || !ambiguous) await this.fail(now, problem);
    else await this.leaveUnknown(now, problem);
  }

  /** Ends a run after an internal error of the app: `failed` if it was never sent, else `unknown`. */
  async giveUpAfterFault(row: IntentRow): Promise<void> {
    try {
      this.#deps.report({ kind: "internal", code: "run_failed", requestId: null });
      await this.giveUp(row, internal);
    } catch {
      // The store itself fails: the row stays as it is, and is recovered once the store works again.
    }
  }

  #ended(error: string): Ended {
    return { runner: this.#deps.runner, at: this.#deps.clock.nowMs(), error };
  }

  isSettled(intentId: string): boolean {
    const lostAt = this.#lostAt.get(intentId) ?? this.#startedMs;
    return this.#deps.clock.monotonicMs() - lostAt >= settleMs;
  }

  /** The service's promise counts from the first sending; a margin allows for differing clocks. */
  isIdempotent(row: IntentRow): boolean {
    if (row.retention_seconds === null) return false;
    const ageMs = row.sent_at === null ? 0 : Math.max(0, this.#deps.clock.nowMs() - row.sent_at);
    return ageMs < row.retention_seconds * 1000 * 0.95;
  }
}
