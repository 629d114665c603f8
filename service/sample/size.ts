import type { Lengths } from "./plan.ts";

/**
 * How much an issuer has to tell: 0 in the short form, else from 1, a small company of 40,000 characters a year, to 5,
 * a group of 250,000. Every fifth issuer is big, and the first of all is the biggest.
 */
export function sizeOf(index: number, lengths: Lengths): number {
  if (lengths === "short") return 0;
  if (index === 0) return 5;
  const step = ((index * 7) % 10) / 10;
  return index % 5 === 0 ? 2.5 + 1.5 * step : 1 + 0.8 * step;
}
