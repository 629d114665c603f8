import { jstDate, jstDayEndMs, jstDayStartMs } from "../../contract/dates.ts";
import type { BudgetRow, BudgetRows } from "../../store/budget.ts";
import type { Blocker } from "../wire.ts";
import { isWithin } from "./plan.ts";

/** Caps by Japanese day and month. Running and unknown purchases count with the most they may cost. */
export interface Spending {
  readonly today: number;
  readonly month: number;
  readonly budget: BudgetRow;
}

export async function spendingOf(rows: BudgetRows, ownerId: string, nowMs: number): Promise<Spending> {
  const day = jstDate(nowMs);
  const end = jstDayEndMs(day);
  return {
    today: await rows.spentBetween(ownerId, jstDayStartMs(day), end),
    month: await rows.spentBetween(ownerId, jstDayStartMs(`${day.slice(0, 8)}01`), end),
    budget: await rows.budget(ownerId),
  };
}

export function capBlocker(spending: Spending, credits: number): Extract<Blocker, `over_${string}`> | null {
  const { budget, today, month } = spending;
  if (credits === 0) return null;
  if (budget.daily_cap !== null && !isWithin({ most: budget.daily_cap }, [today, credits])) return "over_daily_cap";
  if (budget.monthly_cap !== null && !isWithin({ most: budget.monthly_cap }, [month, credits]))
    return "over_monthly_cap";
  return null;
}
