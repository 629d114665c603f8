import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { itemsOfLine, keyOfUnit, lineKey, parseAction } from "../pricing/actions.ts";
import { taking } from "./leases.ts";
import { interrupted, stopped } from "./own-problems.ts";
import { runMaxMs } from "./retry.ts";
import { pause } from "./waiting.ts";

/** A basket runs on by itself for this long after its confirmation; what is left then needs a new one. */
export const basketRunMaxMs = 60 * 60_000;
const lookEveryMs = 500;

interface Running {
  run(intentId: string): Promise<void>;
  isClosing(): boolean;
}

/**
 * Runs the lines of a confirmed basket one after the other, so that it can be stopped between them. All its intents
 * exist since the confirmation, which reserved them in the budget; what waits for its turn has not been sent. A process
 * that ends leaves them waiting, and the next one goes on with them.
 */
export class BasketRuns {
  readonly #deps: Pick<SpendingDeps, "clock" | "report" | "runner">;
  readonly #rows: PurchaseStore;
  readonly #running: Running;
  readonly #runs = new Map<string, Promise<void>>();

  constructor(deps: Pick<SpendingDeps, "clock" | "report" | "runner">, rows: PurchaseStore, running: Running) {
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

  /** Goes on with what a process that has ended left waiting. */
  async recover(isAlone: boolean): Promise<void> {
    for (const { purchase_id } of await this.#rows.baskets.openRuns()) {
      if (this.#runs.has(purchase_id)) continue;
      if (await this.#rows.baskets.takeRun(purchase_id, taking(this.#deps, isAlone))) void this.run(purchase_id);
    }
  }

  /** An intent that a run will still reach stays as it is when the process ends. */
  isWaiting(intentId: string): Promise<boolean> {
    return this.#rows.baskets.isWaiting(intentId);
  }

  /** Unsent lines are dropped, and cost nothing. Undefined where it is no basket of the owner. */
  async stop(ownerId: string, purchaseId: string): Promise<boolean> {
    const run = await this.#rows.baskets.run(purchaseId);
    if (run === undefined || run.owner_id !== ownerId) return false;
    await this.#rows.atomically(async () => {
      if (await this.#rows.baskets.stopRun(purchaseId, this.#deps.clock.nowMs()))
        await this.#giveUp(purchaseId, stopped);
    }, ownerId);
    return true;
  }

  async #lines(purchaseId: string): Promise<void> {
    // Another process runs it.
    if (!(await this.#rows.baskets.takeRun(purchaseId, taking(this.#deps)))) return;
    for (const line of await this.#linesOf(purchaseId)) {
      if (this.#running.isClosing()) return;
      const run = await this.#rows.baskets.run(purchaseId);
      if (run === undefined || run.ended_at !== null) return;
      if (run.stopped_at !== null) break;
      if (this.#deps.clock.nowMs() - run.started_at > basketRunMaxMs) break;
      await Promise.all(line.map((intentId) => this.#outcome(purchaseId, intentId)));
      if (this.#running.isClosing()) return;
      await this.#takeOut(purchaseId);
    }
    const run = await this.#rows.baskets.run(purchaseId);
    await this.#rows.atomically(async () => {
      await this.#giveUp(purchaseId, interrupted);
      await this.#rows.baskets.endRun(purchaseId, this.#deps.clock.nowMs());
    }, run?.owner_id);
    await this.#takeOut(purchaseId);
  }

  /** Runs an intent, or waits for the process that does: one that has ended keeps it until its lease is over. */
  async #outcome(purchaseId: string, intentId: string): Promise<void> {
    for (const end = this.#deps.clock.monotonicMs() + 2 * runMaxMs; this.#deps.clock.monotonicMs() < end; ) {
      await this.#running.run(intentId);
      const row = await this.#rows.purchases.intent(intentId);
      if (this.#running.isClosing() || (row?.state !== "intent" && row?.state !== "sent")) return;
      if ((await this.#rows.baskets.run(purchaseId))?.stopped_at !== null) return;
      await pause(this.#deps.clock, lookEveryMs);
    }
  }

  /** Intents grouped by line, in the order in which they were confirmed. */
  async #linesOf(purchaseId: string): Promise<string[][]> {
    const lines = new Map<string, string[]>();
    for (const row of await this.#rows.purchases.intentsOf(purchaseId)) {
      const key = keyOfIntent(row);
      lines.set(key, [...(lines.get(key) ?? []), row.intent_id]);
    }
    return [...lines.values()];
  }

  /** Arrived lines leave the basket; lines that failed or have no outcome stay in it. */
  async #takeOut(purchaseId: string): Promise<void> {
    const { baskets, purchases } = this.#rows;
    const purchase = await purchases.purchase(purchaseId);
    const run = await baskets.run(purchaseId);
    if (purchase === undefined || run === undefined) return;
    const action = parseAction(JSON.parse(purchase.action));
    if (action.kind !== "basket") return;
    const intents = await purchases.intentsOf(purchaseId);
    const owner = { ownerId: run.owner_id, upstream: run.upstream };
    await this.#rows.atomically(async () => {
      for (const line of action.lines) {
        const mine = intents.filter((each) => keyOfIntent(each) === lineKey(line));
        if (!mine.every((each) => each.state === "stored")) continue;
        for (const item of itemsOfLine(line)) await baskets.remove(owner, item);
      }
    }, run.owner_id);
  }

  /** Leaves what another confirmation, of its own, is getting now. */
  async #giveUp(purchaseId: string, problem: typeof stopped): Promise<void> {
    const now = this.#deps.clock.nowMs();
    for (const row of await this.#rows.baskets.unsent(purchaseId)) {
      if (row.is_shared === 1 && row.lease_until !== null && row.lease_until >= now) continue;
      await this.#rows.purchases.failUnsent(row.intent_id, now, JSON.stringify(problem));
      await this.#rows.purchases.dropKeyIfIdle(row);
    }
  }
}

function keyOfIntent(row: IntentRow): string {
  return keyOfUnit({ kind: row.kind, params: row.params, documentId: row.document_id });
}
