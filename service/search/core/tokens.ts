import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { stem } from "./english.ts";

/**
 * Tokens of a folded text: pairs of neighbouring characters over kanji, kana, letters and digits; single kanji and
 * symbols; words of letters and digits whole. Pairs find any substring, words and single kanji rank evidence. A token
 * is one number, ordered so that all pairs that begin with a character are neighbours.
 */

const gap = 0;
export const kanji = 1;
export const kana = 2;
export const word = 3;
export const symbol = 4;

const classes = new Uint8Array(65_536);

/** The tokens of words are above those of all pairs. */
const wordBase = 2 ** 32;

/** Fields (a title, a name, a row) have separate tokens from the text, above all others. */
const fieldBase = 2 ** 33;

export function inField(token: number): number {
  return token + fieldBase;
}

export function pairToken(first: number, second: number): number {
  return first * 65_536 + second;
}

/** A kanji or symbol by itself; for kana and letters, only as the last one before a gap. */
export function singleToken(code: number): number {
  return code * 65_536;
}

/** All tokens that begin with a character: [from, to]. */
export function tokensOf(code: number): [number, number] {
  return [code * 65_536, code * 65_536 + 65_535];
}

export function wordToken(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return wordBase + (hash >>> 0);
}

export const isWordToken = (token: number) => token >= wordBase;

/** The characters of a pair; the second is 0 where the token is a single one. */
export const charactersOf = (token: number): [number, number] => [Math.floor(token / 65_536), token % 65_536];

/** Words of letters and digits are tokens whole. */
export const isOfWord = (code: number) => classOf(code) === word;

export function classOf(code: number): number {
  const known = classes[code] ?? outOfRange();
  if (known !== 0) return known - 1;
  const found = classify(code);
  classes[code] = found + 1;
  return found;
}

function classify(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return kanji;
  const character = String.fromCharCode(code);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(character)) return kana;
  if (/[\p{Script=Han}々〇]/u.test(character)) return kanji;
  if (/[\p{L}\p{N}\p{M}]/u.test(character)) return word;
  return code <= 0x20 || /[\s\p{C}]/u.test(character) ? gap : symbol;
}

/** Half a megabyte. */
const keptNumbersMax = 65_536;

/** A list of numbers that grows without an object for each. */
export class NumberList {
  values = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float64Array(this.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }

  /** Keeps its memory, unless one long text made it large. */
  clear(): void {
    this.length = 0;
    if (this.values.length > keptNumbersMax) this.values = new Float64Array(1024);
  }

  view(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}

/**
 * Every token of a folded text, each as `token * scale + offset`. `next` is the character that follows in the
 * section, so that a pair across two passages belongs to the first.
 */
export function collectTokens(text: string, next: string, out: NumberList, scale = 1, offset = 0): void {
  let wordStart = -1;
  const length = text.length;
  let code = length > 0 ? text.charCodeAt(0) : 0;
  let kind = length > 0 ? classOf(code) : gap;
  for (let i = 0; i < length; i++) {
    const after = i + 1 < length ? text.charCodeAt(i + 1) : next.length > 0 ? next.charCodeAt(0) : 0;
    const afterKind = after === 0 ? gap : classOf(after);
    if (kind === word && wordStart === -1) wordStart = i;
    if (wordStart !== -1 && (afterKind !== word || i === length - 1)) {
      out.push(wordToken(text.slice(wordStart, i + 1)) * scale + offset);
      wordStart = -1;
    }
    if (kind === symbol || kind === kanji) out.push(singleToken(code) * scale + offset);
    if (kind !== gap && kind !== symbol) {
      if (afterKind !== gap && afterKind !== symbol) out.push(pairToken(code, after) * scale + offset);
      else if (kind !== kanji) out.push(singleToken(code) * scale + offset);
    }
    code = after;
    kind = afterKind;
  }
}

/** The tokens that a question is ranked by: pairs of kanji and kana, single kanji, and whole words. */
export function evidenceTokens(text: string): number[] {
  const tokens = new Set<number>();
  visitEvidence(text, (token) => tokens.add(token));
  return [...tokens];
}

export function visitEvidence(text: string, visit: (token: number) => void): void {
  let wordStart = -1;
  let code = text.length > 0 ? text.charCodeAt(0) : 0;
  let kind = text.length > 0 ? classOf(code) : gap;
  for (let i = 0; i < text.length; i++) {
    const after = i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
    const afterKind = after === 0 ? gap : classOf(after);
    if (kind === word) {
      if (wordStart === -1) wordStart = i;
      if (afterKind !== word) {
        visit(wordToken(text.slice(wordStart, i + 1)));
        wordStart = -1;
      }
    } else if (kind === kanji || kind === kana) {
      if (kind === kanji) visit(singleToken(code));
      if (afterKind === kanji || afterKind === kana) visit(pairToken(code, after));
    }
    code = after;
    kind = afterKind;
  }
}

/**
 * Pairs, and words without their endings, find a title or a row's label. Pairs of hiragana alone are mostly grammar:
 * they count only where there is nothing else, as in のれん. Folded text in, tokens of the text out: `inField` makes
 * them those of a field.
 */
export function fieldTokens(folded: string): number[] {
  const { telling, hiragana } = fieldTokensOf(folded);
  return telling.length > 0 ? telling : hiragana;
}

/** A question may say のれん among other words. */
export function askedFieldTokens(folded: string): number[] {
  const { telling, hiragana } = fieldTokensOf(folded);
  return [...telling, ...hiragana];
}

function fieldTokensOf(folded: string): { readonly telling: number[]; readonly hiragana: number[] } {
  const telling = new Set<number>();
  const hiragana = new Set<number>();
  visitEvidence(folded, (token) => {
    if (token < wordBase && token % 65_536 !== 0) (isTelling(token) ? telling : hiragana).add(token);
  });
  if (mayHaveWord(folded)) for (const [word] of folded.matchAll(latinWord)) telling.add(wordToken(stem(word)));
  return { telling: [...telling], hiragana: [...hiragana] };
}

/** Spares most Japanese titles the expression. */
function mayHaveWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (classOf(code) === word || (code >= 0xd800 && code <= 0xdfff)) return true;
  }
  return false;
}

const latinWord = /[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇]]+/gv;

/** The tokens that a passage with this substring must have. `exact`: having them proves the substring. */
export interface TermTokens {
  readonly tokens: readonly number[];
  /** For one letter or kana: any of the tokens of this range. */
  readonly range: readonly [number, number] | null;
  readonly exact: boolean;
}

export function termTokens(term: string): TermTokens {
  if (term.length === 1) {
    const code = term.charCodeAt(0);
    const kind = classOf(code);
    if (kind === kanji || kind === symbol) return { tokens: [singleToken(code)], range: null, exact: true };
    return { tokens: [], range: tokensOf(code), exact: true };
  }
  const tokens = new Set<number>();
  let runs = 0;
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    const kind = classOf(code);
    const after = i + 1 < term.length ? term.charCodeAt(i + 1) : 0;
    const afterKind = after === 0 ? gap : classOf(after);
    if (kind === symbol) tokens.add(singleToken(code));
    else if (kind !== gap && afterKind !== gap && afterKind !== symbol) {
      tokens.add(pairToken(code, after));
      runs++;
    } else if (kind === kanji && !pairsBack(term, i)) tokens.add(singleToken(code));
  }
  if (tokens.size > 0) return { tokens: [...tokens], range: null, exact: term.length === 2 && runs === 1 };
  // For single letters or kana between spaces only the first is looked up, and the text decides.
  const first = Array.from(term.trim())[0] ?? "";
  return { tokens: [], range: tokensOf(first.charCodeAt(0)), exact: false };
}

function pairsBack(term: string, at: number): boolean {
  const before = at > 0 ? classOf(term.charCodeAt(at - 1)) : gap;
  return before !== gap && before !== symbol;
}

/** The characters of a token, for explanations and highlights. A word is found again in the text it came from. */
export function describeToken(token: number, folded: string): string {
  if (token < wordBase) {
    const second = token % 65_536;
    return String.fromCharCode(Math.floor(token / 65_536)) + (second === 0 ? "" : String.fromCharCode(second));
  }
  for (const [found] of folded.matchAll(/[^\s]+/gu)) {
    for (let start = 0; start < found.length; start++) {
      if (classOf(found.charCodeAt(start)) !== word) continue;
      let end = start + 1;
      while (end < found.length && classOf(found.charCodeAt(end)) === word) end++;
      if (wordToken(found.slice(start, end)) === token) return found.slice(start, end);
      start = end;
    }
  }
  return "";
}

/** Worth showing: words, and pairs that are not hiragana alone. */
export function isTelling(token: number): boolean {
  if (token >= wordBase) return true;
  const first = Math.floor(token / 65_536);
  const second = token % 65_536;
  return second !== 0 && !(isHiragana(first) && isHiragana(second));
}

/** How many of a pair's characters are hiragana; 0 for words and single characters that are not. */
export function hiraganaIn(token: number): number {
  if (token >= wordBase) return 0;
  return Number(isHiragana(Math.floor(token / 65_536))) + Number(isHiragana(token % 65_536));
}

const isHiragana = (code: number) => code >= 0x3041 && code <= 0x309f;
