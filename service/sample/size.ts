import type { Lengths } from "./plan.ts";

/**
 * How much an issuer has to tell: from 0.2, a small company whose annual report has 35,000 characters, to 14, a group
 * with one of 240,000. Every fifth issuer is big, and the first of all is the biggest. In the short form it is 0, but
 * for a few issuers, so that each price is there.
 */
export function sizeOf(index: number, lengths: Lengths): number {
  if (lengths === "short") return index === 0 ? 9 : index % 20 === 0 ? 2 : 0;
  if (index === 0) return 14;
  const step = ((index * 7) % 48) / 48;
  return index % 5 === 0 ? 4.5 + 5 * step : 0.2 + 2.6 * step;
}
