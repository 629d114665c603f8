import type { Figures } from "../figures.ts";
import { randomOf } from "../random.ts";
import type { Context } from "./context.ts";

/**
 * Divides an amount among lines. The proportions belong to the issuer and move a little with each year, and depend on
 * nothing else: what a report says of the year before is what that year's own report says.
 */
export function partsOf(c: Context, f: Figures, name: string, total: number, weights: readonly number[]): number[] {
  const own = randomOf(c.seed, "part", c.issuer.index, name);
  const year = randomOf(c.seed, "part", c.issuer.index, name, f.year);
  const shares = weights.map((weight) => weight * (0.7 + own.next() * 0.6) * (0.92 + year.next() * 0.16));
  const sum = shares.reduce((all, share) => all + share, 0);
  let left = total;
  return shares.map((share, at) => {
    const part = at === shares.length - 1 ? left : Math.round((total * share) / sum);
    left -= part;
    return part;
  });
}

/** A figure of one year that stands in no statement: a rate, a count. */
export function rateOf(c: Context, f: Figures, name: string, low: number, high: number): number {
  const own = randomOf(c.seed, "rate", c.issuer.index, name).next();
  const year = randomOf(c.seed, "rate", c.issuer.index, name, f.year).next();
  return low + (high - low) * Math.min(1, Math.max(0, own * 0.8 + year * 0.2));
}

export function countOf(c: Context, f: Figures, name: string, low: number, high: number): number {
  return Math.round(rateOf(c, f, name, low, high));
}
