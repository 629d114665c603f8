import { foldText } from "./fold.ts";

/** A phrase that stands is matched with what is filed later. It can't be a figure, so that nobody guesses figures. */
export const phraseBounds = { lengthMin: 2, lengthMax: 40, standing: 20, newADay: 5 } as const;

export type PhraseFault = "short" | "long" | "digits";

const kanjiFigure = /[〇一二三四五六七八九十][〇一二三四五六七八九十百千万億兆]/u;

/** As it is compared: folded like the text of a search. */
export function foldPhrase(phrase: string): string {
  return foldText(phrase).replace(/\s+/gu, " ").trim();
}

export function phraseFault(phrase: string): PhraseFault | undefined {
  const folded = foldPhrase(phrase);
  if (/\p{N}/u.test(phrase) || /\p{N}/u.test(folded) || kanjiFigure.test(phrase)) return "digits";
  if ([...folded].length > phraseBounds.lengthMax) return "long";
  // Marks alone would count the figures of a table.
  if ((folded.match(/\p{L}/gu) ?? []).length < phraseBounds.lengthMin) return "short";
  return undefined;
}
