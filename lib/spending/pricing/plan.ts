import { rowOf } from "../kinds/purchasables.ts";
import type { PurchaseAction, SinglePurchase } from "../wire.ts";
import { parseAction } from "./actions.ts";

/**
 * Priced lines that somebody agrees to: a quote is signed for one, a person approves one, the plan of a question becomes
 * one, a program names the most of one. The prices of all of them are compared here.
 */
export interface Plan extends Agreed {
  readonly action: PurchaseAction;
}

export interface Agreed {
  /** The most credits in all. */
  readonly most: number;
  /** The most of each line, so that one that rose is not paid by another that fell; absent where only the sum is agreed. */
  readonly lineMost?: readonly number[];
}

/** `prices`: of the lines in their order, or of all of them together. */
export function isWithin({ most, lineMost }: Agreed, prices: readonly number[]): boolean {
  if (prices.some((price, at) => price > (lineMost?.[at] ?? most))) return false;
  return prices.reduce((sum, each) => sum + each, 0) <= most;
}

export function linesOf(action: PurchaseAction): readonly SinglePurchase[] {
  return action.kind === "basket" ? action.lines : [action];
}

/** The same text for actions that buy the same things, whatever the order in which these were named. */
export function planKey(action: PurchaseAction): string {
  if (action.kind === "basket") return JSON.stringify([action.kind, action.lines.map(planKey).sort()]);
  return JSON.stringify([action.kind, ...rowOf(action).identity(action), action.epoch ?? null]);
}

/** A plan as a row of the store. */
interface PlanRow {
  readonly plan: string;
  readonly action: string;
  readonly credits_max: number;
}

export function planRow({ action, most }: Plan): PlanRow {
  return { plan: planKey(action), action: JSON.stringify(action), credits_max: most };
}

export function planOfRow({ action, credits_max }: Omit<PlanRow, "plan">): Plan {
  return { action: parseAction(JSON.parse(action)), most: credits_max };
}
