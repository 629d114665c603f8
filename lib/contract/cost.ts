import type { ContentTier } from "./resources.ts";

/** Default tiers of a content answer, by code points of `content`. A service may be set up with others. */
export const defaultContentTiers: readonly ContentTier[] = [
  { max_characters: 10_000, credits: 2 },
  { max_characters: 50_000, credits: 4 },
  { max_characters: null, credits: 8 },
];

export type Cost =
  | { readonly kind: "free" }
  | { readonly kind: "fixed"; readonly credits: number }
  /** By the length of what is returned: exact only where the table of contents tells sizes. */
  | { readonly kind: "tiers"; readonly credits: readonly number[] };

/** The credits for a body of so many characters. */
export function tierCredits(tiers: readonly ContentTier[], characters: number): number {
  for (const tier of tiers) {
    if (tier.max_characters === null || characters <= tier.max_characters) return tier.credits;
  }
  throw new Error("content tiers must end with an unbounded one");
}

/** Code points, the unit in which bodies are measured and priced: 𠮷 counts once. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        i++;
      }
    }
  }
  return count;
}
