import { isQuestion } from "../kinds/questions.ts";
import type { Unit } from "../kinds/unit.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { capBlocker, spendingOf } from "../pricing/budget.ts";
import type { LeftToBuy } from "../pricing/left-to-buy.ts";
import { isWithin } from "../pricing/plan.ts";
import type { Blocker } from "../wire.ts";

export type SpendingBlocker = Extract<Blocker, "insufficient" | `over_${string}` | "repeated_timeout">;

const refusalDayMs = 24 * 3_600_000;
/** An older balance blocks nothing, since credits may have been granted since; the service decides. */
const balanceAgeMs = 60_000;

/** Why an owner may not spend this many credits now; null where nothing prevents it. */
export async function spendingBlocker(
  deps: SpendingDeps,
  rows: PurchaseStore,
  spender: Spender,
  left: LeftToBuy,
  credits: number,
): Promise<SpendingBlocker | null> {
  if (credits === 0) return null;
  const now = deps.clock.nowMs();
  const questions = left.units.filter(({ unit }) => isQuestion(unit.kind));
  const timedOut = await Promise.all(questions.map(({ unit }) => hasTimedOut(rows, spender, unit, now)));
  if (timedOut.includes(true)) return "repeated_timeout";
  const state = await rows.purchases.keyState(spender.keyId);
  const fresh = state?.observed_at != null && Math.abs(now - state.observed_at) < balanceAgeMs;
  const balance = fresh ? state.balance : null;
  const reserved = await rows.purchases.reserved(spender.keyId);
  if (balance !== null && !isWithin({ most: balance }, [reserved, credits])) return "insufficient";
  return capBlocker(await spendingOf(rows.budget, spender.ownerId, now), credits);
}

/** A question that timed out twice within a day is not sent again until it changes. */
async function hasTimedOut(rows: PurchaseStore, spender: Spender, unit: Unit, now: number): Promise<boolean> {
  const at = await rows.purchases.searchRefusedAt(spender.ownerId, spender.upstream, unit.kind, unit.params);
  return at !== undefined && now - at < refusalDayMs;
}

export const blockerDetail: Readonly<Record<SpendingBlocker, string>> = {
  insufficient: "The balance does not cover it. Nothing was run.",
  over_daily_cap: "The day's limit does not allow it. Nothing was run.",
  over_monthly_cap: "The month's limit does not allow it. Nothing was run.",
  repeated_timeout: "This search timed out twice and is not sent again under the same conditions. Nothing was run.",
};
