import { isTooComplex } from "../long-texts/refusal.ts";
import { texts } from "../long-texts/texts.ts";
import type { Block } from "../redline/blocks.ts";

/** A redline for a page; `too_complex` where the texts can't be compared within the time that a page may take. */
export function compareTexts(before: string, after: string): Promise<readonly Block[] | "too_complex"> {
  return texts.compare(before, after).catch(tooComplex);
}

export function tooComplex(error: unknown): "too_complex" {
  if (isTooComplex(error)) return "too_complex";
  throw error;
}
