/** What so many characters cost in one request, by the tiers of a service or the interface's three prices. */

export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

export interface Tier {
  /** The most characters of this tier; null for the last one. */
  readonly max_characters: number | null;
  readonly credits: number;
}

/** The tiers of a service as it comes; for rows of a list, where only the document's length is told. */
export const usualTiers: readonly Tier[] = [
  { max_characters: 10_000, credits: 2 },
  { max_characters: 50_000, credits: 4 },
  { max_characters: null, credits: 8 },
];

/** The interface's three prices, where a service does not tell its tiers. */
const interfaceRange: PriceRange = { min: 2, max: 8 };

export const isExact = (price: PriceRange): boolean => price.min === price.max;

/** 2, or 2–8. */
export function writePrice(price: PriceRange): string {
  return isExact(price) ? `${price.min}` : `${price.min}–${price.max}`;
}

/** The price of so many characters in one request; unknown sizes and tiers give the range they allow. */
export function contentPrice(tiers: readonly Tier[], characters: number | null): PriceRange {
  const sorted = inOrder(tiers);
  const last = sorted.at(-1);
  const first = sorted[0];
  if (first === undefined || last === undefined) return interfaceRange;
  if (characters === null) return { min: first.credits, max: last.credits };
  const tier = sorted.find((each) => each.max_characters === null || characters <= each.max_characters) ?? last;
  return { min: tier.credits, max: tier.credits };
}

/** From the cheapest request a document allows to the whole of it: what a row of a list can promise. */
export function documentPrice(tiers: readonly Tier[], characters: number | null): PriceRange {
  const whole = contentPrice(tiers, characters);
  return { min: Math.min(whole.min, contentPrice(tiers, 0).min), max: whole.max };
}

/** The bounds between tiers, ascending. */
export function tierBounds(tiers: readonly Tier[]): number[] {
  return inOrder(tiers).flatMap((tier) => (tier.max_characters === null ? [] : [tier.max_characters]));
}

export function inOrder(tiers: readonly Tier[]): Tier[] {
  return [...tiers].sort((a, b) => (a.max_characters ?? Infinity) - (b.max_characters ?? Infinity));
}
