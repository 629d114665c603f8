import { contentWords, everydayOf, stem } from "./english.ts";
import { japaneseTerms } from "./english-terms.ts";
import type { Expansion, Glossary } from "./glossary.ts";
import { fieldTokens, wordToken } from "./tokens.ts";

/** A way to say what a question asks for: it stands wherever all of its tokens do. */
export interface Saying {
  readonly folded: string;
  /** 0 to 1: how surely it means what was asked. */
  readonly share: number;
  /** Of the text, and of titles, names and rows. */
  readonly text: readonly number[];
  readonly fields: readonly number[];
}

/**
 * A word of a question in English, or two, with all ways to say it. Ranking counts them as one word, as Pirkola's
 * structured queries do: otherwise a word would count the more, the more translations it has.
 */
export interface Meaning {
  readonly share: number;
  readonly sayings: readonly Saying[];
}

/** A word counts less where it stands in a pair that is known, since a pair tells more than its words. */
const ofPairShare = 0.6;
const everydayShare = 0.6;
const sayingsMax = 8;
/** Terms no nearer than this are by chance. */
const likenessBase = 0.5;
const likenessSure = 0.8;
const shareMin = 0.12;

export function meaningsOf(question: string, glossary: Glossary | undefined, labels: readonly Expansion[]): Meaning[] {
  const words = contentWords(question);
  const meanings: Meaning[] = [];
  const ofPair = new Set<number>();
  for (const [at, { word, isBesideNext }] of words.entries()) {
    const next = words[at + 1]?.word;
    if (!isBesideNext || next === undefined) continue;
    const sayings = japaneseSayings(`${word} ${next}`);
    if (sayings.length === 0) continue;
    meanings.push({ share: 1, sayings });
    ofPair.add(at).add(at + 1);
  }
  const seen = new Set<string>();
  for (const [at, { word }] of words.entries()) {
    if (seen.has(word)) continue;
    seen.add(word);
    meanings.push({ share: ofPair.has(at) ? ofPairShare : 1, sayings: sayingsOfWord(word, glossary) });
  }
  for (const [word] of question.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (!/^[a-z]+$/u.test(word)) meanings.push({ share: 1, sayings: [latin(word)] });
  }
  if (labels.length > 0) {
    meanings.push({ share: 1, sayings: labels.map(({ folded, weight }) => saying(folded, weight)) });
  }
  return meanings;
}

function sayingsOfWord(word: string, glossary: Glossary | undefined): Saying[] {
  const found = [latin(word), ...translations(word, glossary)];
  for (const other of everydayOf(word)) {
    // Element names have this word for it; the text keeps the question's own.
    for (const each of [{ ...latin(other), text: [] }, ...translations(other, glossary)])
      found.push({ ...each, share: each.share * everydayShare });
  }
  const best = new Map<string, Saying>();
  for (const each of found) if ((best.get(each.folded)?.share ?? 0) < each.share) best.set(each.folded, each);
  return [...best.values()].sort((x, y) => y.share - x.share).slice(0, sayingsMax);
}

function translations(word: string, glossary: Glossary | undefined): Saying[] {
  const learned = glossary?.translate(stem(word)) ?? [];
  return [...japaneseSayings(word), ...learned.map((each) => saying(each.word, each.likeness))];
}

/** Less likely terms count less the further they are behind the best. */
function japaneseSayings(words: string): Saying[] {
  const terms = japaneseTerms(words);
  const best = Math.max(...terms.map(({ likeness }) => likeness));
  return terms.flatMap(({ folded, likeness }) => {
    const share = ((likeness - likenessBase) / (best - likenessBase)) ** 2 * Math.min(1, best / likenessSure);
    return share < shareMin ? [] : [saying(folded, share)];
  });
}

function saying(folded: string, share: number): Saying {
  const tokens = fieldTokens(folded);
  return { folded, share, text: tokens, fields: tokens };
}

function latin(word: string): Saying {
  return { folded: word, share: 1, text: [wordToken(word)], fields: [wordToken(stem(word))] };
}
