import { whyForeign } from "../across-languages.ts";
import { checkWording } from "../check-wording.ts";
import { measuresIn, numbersIn } from "../figures-of-words.ts";
import { boundToAnother, changedTheOtherWay, foreignWord, languageOf } from "../own-words.ts";

const quote = "当社グループの売上高は前年に比べて増加しました。";

/** Rows of `lib/testing/hostile/readers.ts` for this feature. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  "answers/check-wording checkWording": (text) =>
    checkWording([{ text: quote, quotes: [{ passage: 0, quote }] }], [text]),
  "answers/own-words languageOf": languageOf,
  "answers/own-words foreignWord": (text) => foreignWord(quote, [text]),
  "answers/own-words boundToAnother": (text) => boundToAnother(quote, [text]),
  "answers/own-words changedTheOtherWay": (text) => changedTheOtherWay(quote, [text]),
  "answers/across-languages whyForeign": (text) => whyForeign("Net sales were 12,345 million yen.", [text], "en"),
  "answers/figures-of-words numbersIn": numbersIn,
  "answers/figures-of-words measuresIn": measuresIn,
};
