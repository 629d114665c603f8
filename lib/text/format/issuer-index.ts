/**
 * An index of the issuers this browser has seen, searched while the user types, by code, name, kana and English name.
 * It also remembers which queries the service has answered completely, so that a longer query with the same beginning
 * needs no request.
 */

import { foldTypedKana } from "./fold-kana.ts";

export interface KnownIssuer {
  readonly security_code: string;
  readonly name: string;
  readonly name_en: string | null;
  readonly name_kana: string | null;
}

export interface IssuerMatch<I> {
  readonly issuer: I;
  /** [start, end) in UTF-16 units of the name, where it contains the query. */
  readonly nameRange: readonly [number, number] | null;
  readonly nameEnRange: readonly [number, number] | null;
}

interface Entry<I> {
  readonly issuer: I;
  readonly code: string;
  readonly name: string;
  readonly kana: string;
  readonly english: string;
}

/** How texts are folded for comparison. The fold of a prefix must be a prefix of the fold. */
export type FoldText = (text: string) => string;

/** ｳﾐ, うみ and ウミ are the same, as is everything that folding unifies; spaces and the company form are ignored. */
export const foldForLookup: FoldText = (text) => {
  const wide = foldTypedKana(text);
  const bare = plain(wide.replace(/株式会社|\(株\)|株式会$|株式$|^株$/gu, ""));
  // A text that is only the beginning of 株式会社 is still searched.
  return bare === "" ? plain(wide) : bare;
};

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}ー]/gu, "");

export class IssuerIndex<I extends KnownIssuer> {
  readonly #fold: FoldText;
  readonly #entries = new Map<string, Entry<I>>();
  /** Folded queries that were answered completely, with whether anything was found. */
  readonly #answered = new Map<string, boolean>();

  constructor(fold: FoldText = foldForLookup) {
    this.#fold = fold;
  }

  get size(): number {
    return this.#entries.size;
  }

  issuers(): I[] {
    return [...this.#entries.values()].map((entry) => entry.issuer);
  }

  learn(issuers: Iterable<I>): void {
    for (const issuer of issuers) {
      this.#entries.set(issuer.security_code, {
        issuer,
        code: issuer.security_code.toLowerCase(),
        name: this.#fold(issuer.name),
        kana: this.#fold(issuer.name_kana ?? ""),
        english: this.#fold(issuer.name_en ?? ""),
      });
    }
  }

  /** Adds the service's answer; `complete` says that it has all matches and not only the first ones. */
  answered(question: string, issuers: readonly I[], complete: boolean): void {
    this.learn(issuers);
    if (complete) this.#answered.set(this.#fold(question), issuers.length > 0);
  }

  /** True where the service could not return any issuer that isn't in the index. */
  knows(question: string): boolean {
    const folded = this.#fold(question);
    if (folded === "") return true;
    for (let end = folded.length; end > 0; end--) {
      const found = this.#answered.get(folded.slice(0, end));
      if (found === undefined) continue;
      // The service may match by rules of its own: where the index finds nothing, it is asked.
      if (found && end < folded.length && this.#ranked(folded).length === 0) continue;
      return true;
    }
    return false;
  }

  search(question: string, limit: number): IssuerMatch<I>[] {
    const folded = this.#fold(question);
    if (folded === "") return [];
    return this.#ranked(folded)
      .slice(0, limit)
      .map(({ issuer }) => ({
        issuer,
        nameRange: this.#rangeIn(issuer.name, folded),
        nameEnRange: this.#rangeIn(issuer.name_en ?? "", folded),
      }));
  }

  #ranked(folded: string): Entry<I>[] {
    const ranked: { rank: number; entry: Entry<I> }[] = [];
    for (const entry of this.#entries.values()) {
      const rank = rankOf(entry, folded);
      if (rank < Infinity) ranked.push({ rank, entry });
    }
    return ranked.sort((a, b) => a.rank - b.rank || (a.entry.code < b.entry.code ? -1 : 1)).map(({ entry }) => entry);
  }

  /** In the original text. Each character is folded alone, because folding can change lengths. */
  #rangeIn(original: string, folded: string): readonly [number, number] | null {
    let joined = "";
    const starts: number[] = [];
    const ends: number[] = [];
    let at = 0;
    for (const character of original) {
      for (const unit of this.#fold(character)) {
        joined += unit;
        for (let i = 0; i < unit.length; i++) {
          starts.push(at);
          ends.push(at + character.length);
        }
      }
      at += character.length;
    }
    const found = joined.indexOf(folded);
    const start = starts[found];
    const end = ends[found + folded.length - 1];
    return found === -1 || start === undefined || end === undefined ? null : [start, end];
  }
}

/** Lower is better: first codes with this prefix, then names with this prefix, then names that contain it. */
function rankOf<I>(entry: Entry<I>, folded: string): number {
  if (entry.code === folded || `${entry.code}0` === folded) return 0;
  if (entry.code.startsWith(folded)) return 1;
  if (entry.name.startsWith(folded)) return 2;
  if (entry.kana.startsWith(folded) || entry.english.startsWith(folded)) return 3;
  if (entry.name.includes(folded)) return 4;
  return entry.kana.includes(folded) || entry.english.includes(folded) ? 5 : Infinity;
}
