import { englishWords as filingWords, stopWords } from "../../../lib/text/format/english-words.ts";
import { fold, originalRange } from "../../../lib/text/format/fold.ts";
import { aliasesOf, begun, japaneseForm, latinWords, named, whole } from "./issuer-aliases.ts";
import { hasForm, isJapaneseName } from "./japanese-name-places.ts";
import { englishWords, tradeWords } from "./names-that-are-words.ts";

/** A beginning of names that more issuers share names none of them; of fewer, all are meant. */
const sharedByMax = 6;
/** A whole name of one word that more share as their beginning needs its form: Mitsubishi Corporation. */
const oneWordSharedByMax = 2;
const aliasLengthMax = 60;
const afterName = new RegExp(`^(?:['’]s\\b|${japaneseForm}?の?)`, "u");

/** Words of a question that name issuers: [start, end) of the folded question. */
interface Named {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly keys: readonly string[];
}

/** Finds the issuers that a question is about: by their codes, or by their names in either language. */
export class IssuerNames {
  /** By alias: the issuers that have it, each with how surely. */
  readonly #aliases = new Map<string, Map<string, number>>();
  /** An issuer is known by its code, or else by its name. */
  readonly #owners = new Map<string, number[]>();
  readonly #known = new Set<string>();
  /** The first two characters of each: most places of a question begin none. */
  readonly #beginnings = new Set<string>();

  /** Names of several issuers can be told apart only where each has as many. */
  add(owner: number, names: readonly string[], codes: readonly string[]): void {
    const keys = codes.length > 0 ? codes : names.slice(0, 1);
    const each = names.length / Math.max(1, keys.length);
    for (const [at, key] of keys.entries()) {
      const owners = this.#owners.get(key);
      if (owners === undefined) this.#owners.set(key, [owner]);
      else owners.push(owner);
      if (Number.isInteger(each)) for (const name of names.slice(at * each, (at + 1) * each)) this.#learn(key, name);
    }
  }

  #learn(key: string, name: string): void {
    const known = `${key}\n${name}`;
    if (this.#known.has(known)) return;
    this.#known.add(known);
    for (const { words, sureness } of aliasesOf(name)) {
      const keys = this.#aliases.get(words) ?? new Map<string, number>();
      keys.set(key, Math.max(sureness, keys.get(key) ?? begun));
      this.#aliases.set(words, keys);
      this.#beginnings.add(words.slice(0, 2));
    }
  }

  clear(): void {
    this.#aliases.clear();
    this.#owners.clear();
    this.#known.clear();
    this.#beginnings.clear();
  }

  /** The documents of the issuers that a question names, and the folded question without their names. */
  find(question: string): {
    readonly owners: readonly number[];
    readonly rest: string;
    readonly names: readonly string[];
  } {
    const { text, map } = fold(question);
    const originalOf = (start: number, end: number) => question.slice(...originalRange(map, start, end));
    const found = [...this.#byCode(text), ...this.#inEnglish(text, originalOf), ...this.#inJapanese(text)];
    found.sort((x, y) => x.start - y.start || y.end - x.end);
    const keys = new Set<string>();
    const names: string[] = [];
    let rest = "";
    let at = 0;
    for (const each of found) {
      if (each.start < at) continue;
      for (const key of each.keys) keys.add(key);
      names.push(each.name);
      rest += `${text.slice(at, each.start)} `;
      at = each.end + (afterName.exec(text.slice(each.end, each.end + 12))?.[0].length ?? 0);
    }
    rest += text.slice(at);
    return {
      owners: [...keys].flatMap((key) => this.#owners.get(key) ?? []),
      rest: rest.replace(/\s+/gu, " ").trim(),
      names,
    };
  }

  /** The issuers that an alias means: of several that share it those that are called so without anything left out. */
  #meant(alias: string): { readonly keys: readonly string[]; readonly sureness: number } | undefined {
    const all = this.#aliases.get(alias);
    if (all === undefined) return undefined;
    const sureness = Math.max(...all.values());
    const surest = [...all].filter(([, each]) => each === sureness).map(([key]) => key);
    const isEnough =
      sureness === whole || (sureness === named && alias.includes(" ")) || all.size <= oneWordSharedByMax;
    if (isEnough && surest.length <= oneWordSharedByMax && sureness > begun) return { keys: surest, sureness };
    return all.size <= sharedByMax ? { keys: [...all.keys()], sureness: begun } : undefined;
  }

  #byCode(text: string): Named[] {
    const found: Named[] = [];
    for (const { 0: name, index } of text.matchAll(/(?<![0-9a-z.,-])[0-9][0-9a-z][0-9][0-9a-z](?![0-9a-z])/gu)) {
      const key = name.toUpperCase();
      const end = index + name.length;
      if (this.#owners.has(key) && isCode(name, text.slice(Math.max(0, index - 12), index), text.slice(end, end + 12)))
        found.push({ start: index, end, name, keys: [key] });
    }
    return found;
  }

  #inEnglish(text: string, originalOf: (start: number, end: number) => string): Named[] {
    const words = latinWords(text);
    const found: Named[] = [];
    for (let at = 0; at < words.length; ) {
      const match = this.#englishAt(text, words, at, originalOf);
      if (match !== undefined) found.push(match.named);
      at += match?.count ?? 1;
    }
    return found;
  }

  #englishAt(
    text: string,
    words: ReturnType<typeof latinWords>,
    at: number,
    originalOf: (start: number, end: number) => string,
  ): { readonly named: Named; readonly count: number } | undefined {
    const first = words[at];
    if (first === undefined || !this.#beginnings.has(`${first.word} `.slice(0, 2))) return undefined;
    const before = text.slice(Math.max(0, first.start - 40), first.start);
    if (/[ァ-ヺー]$/u.test(before)) return undefined;
    let alias = "";
    let best: { readonly named: Named; readonly count: number } | undefined;
    for (let count = 1; at + count <= words.length && alias.length <= aliasLengthMax; count++) {
      const last = words[at + count - 1] ?? first;
      const gap = count === 1 ? "" : text.slice(words[at + count - 2]?.end, last.start);
      if (!/^[\s.,'’-]{0,3}$/u.test(gap)) break;
      alias += `${count === 1 ? "" : " "}${last.word}`;
      const meant = this.#meant(alias);
      if (meant === undefined) continue;
      const place = {
        original: originalOf(first.start, last.end),
        before,
        after: text.slice(last.end, last.end + 40),
        next: originalOf(words[at + count]?.start ?? text.length, words[at + count]?.end ?? text.length),
      };
      if (!isEnglishName(alias.split(" "), meant.sureness, place)) continue;
      const end = last.end + (/^\./u.test(place.after) && meant.sureness === whole ? 1 : 0);
      best = { named: { start: first.start, end, name: alias, keys: meant.keys }, count };
    }
    return best;
  }

  #inJapanese(text: string): Named[] {
    const found: Named[] = [];
    for (let at = 0; at < text.length; ) {
      const match = this.#japaneseAt(text, at);
      if (match !== undefined) found.push(match);
      at = match?.end ?? at + 1;
    }
    return found;
  }

  #japaneseAt(text: string, at: number): Named | undefined {
    if (!this.#beginnings.has(text.slice(at, at + 2))) return undefined;
    for (let length = Math.min(aliasLengthMax, text.length - at); length >= 2; length--) {
      const alias = text.slice(at, at + length);
      if (!/[^ -~]/u.test(alias)) return undefined;
      const meant = this.#meant(alias);
      if (meant === undefined) continue;
      const before = text.slice(Math.max(0, at - 8), at);
      if (isJapaneseName(alias, before, text.slice(at + length, at + length + 16)))
        return { start: at, end: at + length, name: alias, keys: meant.keys };
    }
    return undefined;
  }
}

const afterNumber =
  /^\s*(?:[年月日円人名株件社%億万千百倍回個台店戸室床号条種度]|か所|ヶ|トン|ドル|ユーロ|million|billion|yen|shares?|employees|people|km|tons?\b)/u;

/** A number of four characters is no code where it counts something, or where it may be a year. */
function isCode(code: string, before: string, after: string): boolean {
  if (afterNumber.test(after) || /(?:iso|jis|no\.?|第)[\s-]*$/u.test(before)) return false;
  // Founded in 1925; a year that reports are of.
  if (/^(?:19|20)/u.test(code) && /\b(?:in|since|of|from|until|by|before|after|fy)\s*$/u.test(before)) return false;
  const isYear = /^(?:199|20[0-9])[0-9]$/u.test(code);
  return (
    !isYear || before.trim() === "" || /(?:コード|code|[(（:])\s*$/u.test(before) || /^(?:\.t\b|[)）])/u.test(after)
  );
}

/** Words before the name of somebody who is a party to what was asked for. */
const partyBefore =
  /\b(?:sales to|sold to|depend\w* (?:up)?on|rel(?:y|ies|iance|iant) (?:up)?on|suppliers? (?:of|to|for)|subsidiar(?:y|ies) of|competitors? of|compet\w+ with|other than|besides|customers? such as)\s+(?:the )?$/u;

const plainWords = new Set([...englishWords, ...filingWords, ...stopWords]);
const isPlainWord = (word: string) => plainWords.has(word);

function isEnglishName(
  words: readonly string[],
  sureness: number,
  place: { readonly original: string; readonly before: string; readonly after: string; readonly next: string },
): boolean {
  if (partyBefore.test(place.before)) return false;
  if (sureness === whole || hasForm(place.before, place.after)) return true;
  if (words.length === 1 && /\b(?:mt\.?|mount|lake|cape|port)\s*$/u.test(place.before)) return false;
  const isOwned = /^['’]s?\b/u.test(place.after);
  const isJoined = /^\s/u.test(place.after);
  if (words.length === 1 && isJoined && /^[A-Z]/u.test(place.next) && tradeWords.has(place.next.toLowerCase()))
    return false;
  if (!words.every(isPlainWord)) return true;
  if (sureness === begun) return false;
  const hasCapitals = place.original.split(/[\s-]+/u).every((word) => /^[A-Z]/u.test(word));
  // The first word of a sentence has a capital whatever it is, and so has each of a heading.
  const isRequired = !/[a-z0-9ぁ-んァ-ヺ一-鿿]/u.test(place.before) || (isJoined && /^[A-Z][a-z]/u.test(place.next));
  return hasCapitals && (isOwned || !isRequired);
}
