/**
 * What things cost. Browser and server share these values, so this file imports nothing. The prices of the
 * interface are spelled here and nowhere else; the tiers of content are what a service tells with each table of
 * contents, and where it tells none the interface's own range stands.
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

/** What an endpoint of the interface costs. */
export type Cost =
  | { readonly kind: "free" }
  | { readonly kind: "fixed"; readonly credits: number }
  /** By the length of what is returned: exact only where the table of contents tells sizes. */
  | { readonly kind: "tiers"; readonly credits: readonly number[] };

export const freePrice: PriceRange = { min: 0, max: 0 };

/** Credits of one request whose price is the same whatever it answers. */
export const fixedCredits = { newsList: 1, search: 1, pageImage: 1, original: 8 } as const;

export const pagePrice: PriceRange = exactly(fixedCredits.pageImage);
export const originalPrice: PriceRange = exactly(fixedCredits.original);
export const searchPrice: PriceRange = exactly(fixedCredits.search);
export const newsListPrice: PriceRange = exactly(fixedCredits.newsList);

/** The three prices of content in the interface, cheapest first; what they are for is told by a service's tiers. */
export const interfaceContentCredits = [2, 4, 8] as const;

/** What content costs where a service tells no tiers: one of the interface's three prices. */
export const untoldContentPrice: PriceRange = rangeOf(interfaceContentCredits);

/** The tiers of our own service unless it is set up with others. Nothing but that service may assume them. */
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

/** The price of so many characters in one request; unknown sizes and tiers give the range they allow. */
export function contentPrice(tiers: readonly Tier[], characters: number | null): PriceRange {
  if (tiers.length === 0) return untoldContentPrice;
  if (characters === null) return rangeOf(possibleCredits(tiers));
  return exactly(creditsFor(tiers, characters));
}

/** From the cheapest request a document allows to the whole of it: what a row of a list can promise. */
export function documentPrice(tiers: readonly Tier[], characters: number | null): PriceRange {
  const whole = contentPrice(tiers, characters);
  return { min: Math.min(whole.min, contentPrice(tiers, 0).min), max: whole.max };
}

/** The credits for a body of so many characters; a service that names no last tier charges its largest one. */
export function creditsFor(tiers: readonly Tier[], characters: number): number {
  const sorted = bySize(tiers);
  const tier = sorted.find((each) => each.max_characters === null || characters <= each.max_characters);
  const charged = tier ?? sorted.at(-1);
  if (charged === undefined) throw new Error("there is no content tier");
  return charged.credits;
}

/** The bounds between tiers, ascending. */
export function tierBounds(tiers: readonly Tier[]): number[] {
  return bySize(tiers).flatMap((tier) => (tier.max_characters === null ? [] : [tier.max_characters]));
}

export function bySize(tiers: readonly Tier[]): Tier[] {
  return [...tiers].sort((a, b) => (a.max_characters ?? Infinity) - (b.max_characters ?? Infinity));
}

function rangeOf(credits: readonly number[]): PriceRange {
  return { min: Math.min(...credits), max: Math.max(...credits) };
}
