import type { Unit } from "../kinds/unit.ts";
import type { Price } from "../wire.ts";
import { awaitingCheck } from "./first-reading.ts";
import type { Undecided } from "./holdings.ts";

/**
 * Plans an action for an owner: the requests still needed, each with its price. Pure. Computed for the quote and again
 * inside the transaction that creates the intents; the second result decides.
 */
export interface PlannedUnit {
  readonly unit: Unit;
  readonly price: Price;
}

export interface Plan {
  readonly units: readonly PlannedUnit[];
  /** Intents of other purchases that already request a part of it. */
  readonly joined: readonly string[];
  /** Why nothing can be bought although not everything is owned. */
  readonly blocked: "outcome_unknown" | "unreadable" | null;
  readonly owned: boolean;
}

export const emptyPlan: Plan = { units: [], joined: [], blocked: null, owned: false };

/** The newest intent for the same thing, and why its answer can't be read. */
export interface LastRequest {
  readonly intentId: string;
  readonly state: string;
  readonly unreadable: string | null;
}

/** Of what is owned as the answer to its newest request. */
export function planRequest(wanted: PlannedUnit, latest: LastRequest | undefined, again: boolean): Plan {
  const isOpen = latest?.state === "intent" || latest?.state === "sent" || latest?.unreadable === awaitingCheck;
  if (latest !== undefined && isOpen) return { ...emptyPlan, joined: [latest.intentId] };
  if (latest === undefined || latest.state === "failed" || again) return { ...emptyPlan, units: [wanted] };
  if (latest.state === "unknown") return { ...emptyPlan, joined: [latest.intentId], blocked: "outcome_unknown" };
  return latest.unreadable !== null ? { ...emptyPlan, blocked: "unreadable" } : { ...emptyPlan, owned: true };
}

/** With "again" everything is requested anew except what is running. */
export function withhold(undecided: Undecided | undefined, again: boolean): Undecided[] {
  return undecided === undefined || (again && undecided.why !== "open") ? [] : [undecided];
}

export function outcome(units: readonly PlannedUnit[], blocking: readonly Undecided[], owned: boolean): Plan {
  const open = blocking.filter((each) => each.why === "open");
  const stuck = blocking.find((each) => each.why !== "open");
  const nothingLeft = units.length === 0 && open.length === 0;
  const joined = [...new Set(blocking.filter((each) => each.why !== "unreadable").map((each) => each.intentId))];
  const blocked =
    nothingLeft && stuck !== undefined ? (stuck.why === "unknown" ? "outcome_unknown" : "unreadable") : null;
  return { units, joined, blocked, owned };
}

/** Several plans under one confirmation. Where one of them is blocked, nothing is bought. */
export function planTogether(plans: readonly Plan[]): Plan {
  return {
    units: plans.flatMap((each) => each.units),
    joined: [...new Set(plans.flatMap((each) => each.joined))],
    blocked: plans.find((each) => each.blocked !== null)?.blocked ?? null,
    owned: plans.every((each) => each.owned),
  };
}

export function priceOf(units: readonly PlannedUnit[]): Price {
  return {
    min: units.reduce((sum, each) => sum + each.price.min, 0),
    max: units.reduce((sum, each) => sum + each.price.max, 0),
  };
}
