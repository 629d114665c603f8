import type { Unit } from "../kinds/unit.ts";
import type { Price } from "../wire.ts";
import { awaitingCheck } from "./first-reading.ts";
import type { Undecided } from "./holdings.ts";

/**
 * The requests of an action that its owner still needs, each with its price. Pure. Computed for the quote and again inside
 * the transaction that creates the intents; the second result decides.
 */
export interface PricedUnit {
  readonly unit: Unit;
  readonly price: Price;
}

export interface LeftToBuy {
  readonly units: readonly PricedUnit[];
  /** Intents of other purchases that already request a part of it. */
  readonly joined: readonly string[];
  /** Why nothing can be bought although not everything is owned. */
  readonly blocked: "outcome_unknown" | "unreadable" | null;
  readonly owned: boolean;
}

export const nothingLeft: LeftToBuy = { units: [], joined: [], blocked: null, owned: false };

/** The newest intent for the same thing, and why its answer can't be read. */
export interface LastRequest {
  readonly intentId: string;
  readonly state: string;
  readonly unreadable: string | null;
}

/** Of what is owned as the answer to its newest request. */
export function leftOfRequest(wanted: PricedUnit, latest: LastRequest | undefined, again: boolean): LeftToBuy {
  const isOpen = latest?.state === "intent" || latest?.state === "sent" || latest?.unreadable === awaitingCheck;
  if (latest !== undefined && isOpen) return { ...nothingLeft, joined: [latest.intentId] };
  if (latest === undefined || latest.state === "failed" || again) return { ...nothingLeft, units: [wanted] };
  if (latest.state === "unknown") return { ...nothingLeft, joined: [latest.intentId], blocked: "outcome_unknown" };
  return latest.unreadable !== null ? { ...nothingLeft, blocked: "unreadable" } : { ...nothingLeft, owned: true };
}

/** With "again" everything is requested anew except what is running. */
export function withhold(undecided: Undecided | undefined, again: boolean): Undecided[] {
  return undecided === undefined || (again && undecided.why !== "open") ? [] : [undecided];
}

export function outcome(units: readonly PricedUnit[], blocking: readonly Undecided[], owned: boolean): LeftToBuy {
  const open = blocking.filter((each) => each.why === "open");
  const stuck = blocking.find((each) => each.why !== "open");
  const isStuck = units.length === 0 && open.length === 0;
  const joined = [...new Set(blocking.filter((each) => each.why !== "unreadable").map((each) => each.intentId))];
  const blocked = isStuck && stuck !== undefined ? (stuck.why === "unknown" ? "outcome_unknown" : "unreadable") : null;
  return { units, joined, blocked, owned };
}

/** Several lines under one confirmation. Where one of them is blocked, nothing is bought. */
export function leftTogether(lines: readonly LeftToBuy[]): LeftToBuy {
  return {
    units: lines.flatMap((each) => each.units),
    joined: [...new Set(lines.flatMap((each) => each.joined))],
    blocked: lines.find((each) => each.blocked !== null)?.blocked ?? null,
    owned: lines.every((each) => each.owned),
  };
}

export function priceOf(units: readonly PricedUnit[]): Price {
  return {
    min: units.reduce((sum, each) => sum + each.price.min, 0),
    max: units.reduce((sum, each) => sum + each.price.max, 0),
  };
}
