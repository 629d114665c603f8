import { buy } from "../../spending/engine/buy.ts";
import { purchaseView } from "../../spending/library/purchase-views.ts";
import type { Spender } from "../../spending/ports.ts";
import type { Plan } from "../../spending/pricing/plan.ts";
import { problemOfError } from "../../spending/problems.ts";
import type { AnswerDeps } from "./ports.ts";
import type { stepOutcomes } from "./record.ts";

/** Buys one step through the purchase engine, for at most so many credits, and waits for its outcome. */
export interface BoughtStep {
  readonly outcome: Exclude<(typeof stepOutcomes)[number], "waiting" | "running">;
  readonly purchaseId: string | null;
  readonly errorCode: string | null;
  /** Nothing else can be bought now either: a cap, the balance, the key. */
  readonly ends: boolean;
}

/** A purchase has an outcome, or is shown as unknown, within 120 s; the run waits a little longer. */
const waitMaxMs = 150_000;
const lookEveryMs = 500;

export async function buyStep(answers: AnswerDeps, spender: Spender, plan: Plan): Promise<BoughtStep> {
  const { purchaseService, rows, deps } = answers;
  try {
    const bought = await buy(purchaseService, spender, plan);
    if (bought.kind === "owned") return { outcome: "read", purchaseId: null, errorCode: null, ends: false };
    if (bought.kind === "refused") {
      const { code } = bought.problem;
      return notBought(code === "over_max_credits" ? "price_changed" : code);
    }
    const id = bought.purchaseId;
    const end = deps.clock.monotonicMs() + waitMaxMs;
    for (;;) {
      const view = await purchaseView(deps, rows, spender, id);
      if (view === undefined) throw new Error("a confirmed purchase is not there");
      const failed = view.intents.find(({ state }) => state === "failed");
      const unknown = view.intents.some(({ state, unreadable }) => state === "unknown" || unreadable === true);
      if (view.done || deps.clock.monotonicMs() >= end) {
        const outcome = unknown || !view.done ? "unknown" : failed === undefined ? "bought" : "failed";
        const code = failed?.error?.code ?? null;
        return { outcome, purchaseId: id, errorCode: outcome === "bought" ? null : code, ends: endsAll(code) };
      }
      await deps.clock.timer(lookEveryMs).done;
    }
  } catch (error) {
    const { code } = problemOfError(error);
    // An exception may come after the purchase was made: what became of it is read from the ledger.
    if (code === "app_error") throw error;
    return notBought(code);
  }
}

function notBought(code: string): BoughtStep {
  return { outcome: "failed", purchaseId: null, errorCode: code, ends: endsAll(code) };
}

/** Refusals that hold for whatever would be bought next. */
const ending = new Set([
  "insufficient",
  "quota_exceeded",
  "over_daily_cap",
  "over_monthly_cap",
  "over_token_daily_cap",
  "over_token_total_cap",
  "over_task_budget",
  "task_ended",
  "token_ended",
  "token_may_not_spend",
  "invalid_api_key",
  "authentication_required",
  "access_not_enabled",
]);

function endsAll(code: string | null): boolean {
  return code !== null && ending.has(code);
}
