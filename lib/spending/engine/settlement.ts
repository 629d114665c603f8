import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import type { KeyStates } from "./key-states.ts";
import { notCharged } from "./own-problems.ts";
import { keyOf } from "./paid-key.ts";
import { settleAgainMs } from "./retry.ts";
import type { RunOutcomes } from "./run-outcomes.ts";
import { pause } from "./waiting.ts";

interface Asking {
  /** Sends the same request under the same idempotency key. */
  askAgain(row: IntentRow): Promise<void>;
  isClosing(): boolean;
}

/** Determines later the outcome of requests whose outcome was lost. */
export class Settlement {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #keys: KeyStates;
  readonly #outcomes: RunOutcomes;
  readonly #asking: Asking;
  readonly #pending = new Set<string>();

  constructor(deps: SpendingDeps, rows: PurchaseStore, keys: KeyStates, outcomes: RunOutcomes, asking: Asking) {
    this.#deps = deps;
    this.#rows = rows;
    this.#keys = keys;
    this.#outcomes = outcomes;
    this.#asking = asking;
  }

  has(intentId: string): boolean {
    return this.#pending.has(intentId);
  }

  later(intentId: string, waitMs: number): void {
    if (this.#pending.has(intentId)) return;
    this.#pending.add(intentId);
    void this.#settle(intentId, waitMs).finally(() => this.#pending.delete(intentId));
  }

  /** An idempotent service is asked again, ever later; otherwise the key's balance judges once. */
  async #settle(intentId: string, firstWaitMs: number): Promise<void> {
    try {
      for (let round = 0, waitMs = firstWaitMs; ; round++) {
        if (waitMs > 0) await pause(this.#deps.clock, waitMs);
        const row = await this.#waiting(intentId);
        if (row === undefined || this.#asking.isClosing()) return;
        if (!this.#outcomes.isIdempotent(row)) return await this.#judgeByBalance(row);
        await this.#asking.askAgain(row);
        if ((await this.#waiting(intentId)) === undefined) return;
        waitMs = settleAgainMs(round, this.#deps.chance.fraction());
      }
    } catch {
      // If the store fails, the row stays as it is, and is recovered once the store works again.
      this.#deps.report({ kind: "internal", code: "settling_failed", requestId: null });
    }
  }

  /** The intent, if its outcome is unknown and still being determined, by this process. */
  async #waiting(intentId: string): Promise<IntentRow | undefined> {
    const row = await this.#rows.purchases.intent(intentId);
    return row?.state === "unknown" && row.settle_at !== null && row.runner === this.#deps.runner ? row : undefined;
  }

  /** Only an unchanged balance of the same period proves that nothing was charged; else it stays unknown. */
  async #judgeByBalance(row: IntentRow): Promise<void> {
    const key = await keyOf(this.#deps, this.#rows, row);
    if (key === undefined || row.balance_before === null) return this.#outcomes.stopAsking(row, undefined);
    const spender = { ownerId: row.owner_id, upstream: row.upstream, keyId: row.key_id, key };
    const now = await this.#deps.reads.probe(spender).catch(() => undefined);
    if (now !== undefined) await this.#keys.observe(row.key_id, now);
    if (now?.balance === row.balance_before && now.reset === row.reset_before)
      return this.#outcomes.fail(row, notCharged);
    await this.#outcomes.stopAsking(row, undefined);
  }
}
