import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { foldText } from "../../../lib/text/format/fold.ts";

/**
 * Words of questions in English, and pairs of them, beside the Japanese terms of filings that mean the same. The file is
 * made by `scripts/english-dictionary/build.py`, which names its sources. One entry a line: the word, then each term with
 * its likeness in percent.
 */
const file = new URL("./english-terms.tsv.gz", import.meta.url);

export interface JapaneseTerm {
  readonly folded: string;
  /** 0 to 1. */
  readonly likeness: number;
}

let known: ReadonlyMap<string, string> | undefined;

/** Terms of a word in lower case, or of two with a space between, or of what it is a form of: whichever has the nearest. */
export function japaneseTerms(words: string): readonly JapaneseTerm[] {
  known ??= parseTerms(gunzipSync(readFileSync(file)).toString("utf8"));
  let best: readonly JapaneseTerm[] = [];
  for (const form of formsOf(words)) {
    const terms = known.get(form)?.split("\t").map(readTerm) ?? [];
    if ((terms[0]?.likeness ?? 0) > (best[0]?.likeness ?? 0)) best = terms;
  }
  return best;
}

export function parseTerms(text: string): Map<string, string> {
  const terms = new Map<string, string>();
  for (const line of text.split("\n")) {
    const tab = line.indexOf("\t");
    if (tab > 0) terms.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return terms;
}

function readTerm(text: string): JapaneseTerm {
  const space = text.lastIndexOf(" ");
  return { folded: foldText(text.slice(0, space)), likeness: Number(text.slice(space + 1)) / 100 };
}

/** The word itself, then what it may be a form of. */
function formsOf(words: string): string[] {
  const forms = [words];
  const add = (ending: RegExp, ...others: string[]) => {
    if (ending.test(words)) forms.push(...others.map((other) => words.replace(ending, other)));
  };
  add(/ies$/u, "y");
  add(/(?<=[a-z]{3})s$/u, "");
  add(/(?<=(?:s|x|z|ch|sh))es$/u, "");
  add(/(?<=[a-z]{3})(?:ed|ing)$/u, "", "e");
  add(/(?<=[a-z]{2})([a-z])\1(?:ed|ing)$/u, "$1");
  return forms;
}
