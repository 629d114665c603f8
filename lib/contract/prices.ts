/**
 * Prices, shared by browser and server, so this file imports nothing. The interface's prices are written here and
 * nowhere else. The tiers of content come from the service with each table of contents; where it sends none, the
 * interface's own range of prices applies.
 */

export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

export interface Tier {
  /** The most characters of this tier; null for the last one. */
  readonly max_characters: number | null;
  readonly credits: number;
}

/** The cost of an endpoint of the interface. */
export type Cost =
  | { readonly kind: "free" }
  | { readonly kind: "fixed"; readonly credits: number }
  /** By the length of the returned text: exact only where the table of contents has sizes. */
  | { readonly kind: "tiers"; readonly credits: readonly number[] };

export const freePrice: PriceRange = { min: 0, max: 0 };

/** Credits of requests whose price does not depend on the answer. */
export const fixedCredits = { newsList: 1, search: 1, pageImage: 1, original: 8 } as const;

export const pagePrice: PriceRange = exactly(fixedCredits.pageImage);
export const originalPrice: PriceRange = exactly(fixedCredits.original);
export const searchPrice: PriceRange = exactly(fixedCredits.search);
export const newsListPrice: PriceRange = exactly(fixedCredits.newsList);

/** The interface's three prices of content, cheapest first; a service's tiers say which length has which price. */
export const interfaceContentCredits = [2, 4, 8] as const;

/** The price of content where a service sends no tiers: one of the interface's three prices. */
export const unknownContentPrice: PriceRange = rangeOf(interfaceContentCredits);

/** The default tiers of our own service. Only that service may assume them. */
export const defaultContentTiers: readonly Tier[] = [
  { max_characters: 10_000, credits: 2 },
  { max_characters: 50_000, credits: 4 },
  { max_characters: null, credits: 8 },
];

export function exactly(credits: number): PriceRange {
  return { min: credits, max: credits };
}

export function timesPrice(price: PriceRange, count: number): PriceRange {
  return { min: price.min * count, max: price.max * count };
}

export const isExact = (price: PriceRange): boolean => price.min === price.max;

/** 2, or 2–8. */
export function writePrice(price: PriceRange): string {
  return isExact(price) ? `${price.min}` : `${price.min}–${price.max}`;
}

/** "2, 4 or 8" as its parts: every price that content of unknown size may have, cheapest first. */
export function possibleCredits(tiers: readonly Tier[]): readonly number[] {
  if (tiers.length === 0) return interfaceContentCredits;
  return [...new Set(tiers.map((tier) => tier.credits))].sort((a, b) => a - b);
}

/** The price of a number of characters in one request; unknown sizes or tiers give a range. */
export function contentPrice(tiers: readonly Tier[], characters: number | null): PriceRange {
  if (tiers.length === 0) return unknownContentPrice;
  if (characters === null) return rangeOf(possibleCredits(tiers));
  return exactly(creditsFor(tiers, characters));
}

/** From the price of the cheapest request for a document to that of the whole: what a row of a list can show. */
export function documentPrice(tiers: readonly Tier[], characters: number | null): PriceRange {
  const whole = contentPrice(tiers, characters);
  return { min: Math.min(whole.min, contentPrice(tiers, 0).min), max: whole.max };
}

/** The credits for a body of a number of characters; without an open last tier the largest one applies. */
export function creditsFor(tiers: readonly Tier[], characters: number): number {
  const sorted = bySize(tiers);
  const tier = sorted.find((each) => each.max_characters === null || characters <= each.max_characters);
  const charged = tier ?? sorted.at(-1);
  if (charged === undefined) throw new Error("there is no content tier");
  return charged.credits;
}

/** The boundaries between tiers, ascending. */
export function tierBounds(tiers: readonly Tier[]): number[] {
  return bySize(tiers).flatMap((tier) => (tier.max_characters === null ? [] : [tier.max_characters]));
}

export function bySize(tiers: readonly Tier[]): Tier[] {
  return [...tiers].sort((a, b) => (a.max_characters ?? Infinity) - (b.max_characters ?? Infinity));
}

function rangeOf(credits: readonly number[]): PriceRange {
  return { min: Math.min(...credits), max: Math.max(...credits) };
}
