import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { itemsOfLine, keyOfUnit, lineKey, parseAction } from "../pricing/actions.ts";
import { interrupted, stopped } from "./own-problems.ts";

/** A basket runs on by itself for this long after its confirmation; what is left then needs a new one. */
export const basketRunMaxMs = 60 * 60_000;

interface Running {
  run(intentId: string): Promise<void>;
  isRunning(intentId: string): boolean;
  isClosing(): boolean;
}

/**
 * Runs the lines of a confirmed basket one after the other, so that it can be stopped between them. All its intents
 * exist since the confirmation, which reserved them in the budget; what waits for its turn has not been sent. A process
 * that ends leaves them waiting, and the next one goes on with them.
 */
export class BasketRuns {
  readonly #deps: Pick<SpendingDeps, "clock" | "report">;
  readonly #rows: PurchaseStore;
  readonly #running: Running;
  readonly #runs = new Map<string, Promise<void>>();

  constructor(deps: Pick<SpendingDeps, "clock" | "report">, rows: PurchaseStore, running: Running) {
    this.#deps = deps;
    this.#rows = rows;
    this.#running = running;
  }

  /** Runs a basket to its end, or joins its current run. Never rejects. */
  run(purchaseId: string): Promise<void> {
    const known = this.#runs.get(purchaseId);
    if (known !== undefined) return known;
    const started = this.#lines(purchaseId)
      .catch(() => this.#deps.report({ kind: "internal", code: "basket_failed", requestId: null }))
      .finally(() => this.#runs.delete(purchaseId));
    this.#runs.set(purchaseId, started);
    return started;
  }

  /** At the start: goes on with what the last process left waiting. */
  recover(): void {
    for (const { purchase_id } of this.#rows.baskets.openRuns()) void this.run(purchase_id);
  }

  /** Whether a run will still come to this intent; it then stays as it is when the process ends. */
  isWaiting(intentId: string): boolean {
    return this.#rows.baskets.isWaiting(intentId);
  }

  /** What has not been sent is not sent any more, and costs nothing. Undefined where it is no basket of the owner. */
  stop(ownerId: string, purchaseId: string): boolean {
    const run = this.#rows.baskets.run(purchaseId);
    if (run === undefined || run.owner_id !== ownerId) return false;
    this.#rows.atomically(() => {
      if (this.#rows.baskets.stopRun(purchaseId, this.#deps.clock.nowMs())) this.#giveUp(purchaseId, stopped);
    });
    return true;
  }

  async #lines(purchaseId: string): Promise<void> {
    for (const line of this.#linesOf(purchaseId)) {
      if (this.#running.isClosing()) return;
      const run = this.#rows.baskets.run(purchaseId);
      if (run === undefined || run.ended_at !== null) return;
      if (run.stopped_at !== null) break;
      if (this.#deps.clock.nowMs() - run.started_at > basketRunMaxMs) break;
      await Promise.all(line.map((intentId) => this.#running.run(intentId)));
      if (this.#running.isClosing()) return;
      this.#takeOut(purchaseId);
    }
    this.#rows.atomically(() => {
      this.#giveUp(purchaseId, interrupted);
      this.#rows.baskets.endRun(purchaseId, this.#deps.clock.nowMs());
    });
    this.#takeOut(purchaseId);
  }

  /** Intents grouped by line, in the order in which they were confirmed. */
  #linesOf(purchaseId: string): string[][] {
    const lines = new Map<string, string[]>();
    for (const row of this.#rows.purchases.intentsOf(purchaseId)) {
      const key = keyOfIntent(row);
      lines.set(key, [...(lines.get(key) ?? []), row.intent_id]);
    }
    return [...lines.values()];
  }

  /** What has arrived leaves the basket; what failed or has no outcome stays in it. */
  #takeOut(purchaseId: string): void {
    const { baskets, purchases } = this.#rows;
    const purchase = purchases.purchase(purchaseId);
    const run = baskets.run(purchaseId);
    if (purchase === undefined || run === undefined) return;
    const action = parseAction(JSON.parse(purchase.action));
    if (action.kind !== "basket") return;
    const intents = purchases.intentsOf(purchaseId);
    const owner = { ownerId: run.owner_id, upstream: run.upstream };
    this.#rows.atomically(() => {
      for (const line of action.lines) {
        const mine = intents.filter((each) => keyOfIntent(each) === lineKey(line));
        if (!mine.every((each) => each.state === "stored")) continue;
        for (const item of itemsOfLine(line)) baskets.remove(owner, item);
      }
    });
  }

  /** Leaves what another confirmation, of its own, is getting now. */
  #giveUp(purchaseId: string, problem: typeof stopped): void {
    for (const row of this.#rows.baskets.unsent(purchaseId)) {
      if (row.is_shared === 1 && this.#running.isRunning(row.intent_id)) continue;
      this.#rows.purchases.markFailed(row.intent_id, this.#deps.clock.nowMs(), JSON.stringify(problem));
      this.#rows.purchases.dropKeyIfIdle(row.key_id);
    }
  }
}

function keyOfIntent(row: IntentRow): string {
  return keyOfUnit({ kind: row.kind, params: row.params, documentId: row.document_id });
}
