import type { ClaimedPeriod, Scope } from "./claims.ts";
import type { Items } from "./items.ts";
import { evenText } from "./quantities.ts";

/** An issuer that a draft names, with every name that it is looked for by. */
export interface DraftIssuer {
  readonly code: string;
  readonly names: readonly string[];
}

export interface ClaimWords {
  readonly items: Items;
  readonly issuers: readonly DraftIssuer[];
}

/** The names of before: a sentence that names no issuer or period is of those before it. */
export interface Around {
  issuer: string | null;
  period: ClaimedPeriod | null;
  scope: Scope | null;
  /** Words of the heading or paragraph before a table, which tell its unit and period. */
  caption: string;
}

/** A place in a text that names an issuer. */
export interface NamedIssuer {
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

export function issuersIn(text: string, issuers: readonly DraftIssuer[]): NamedIssuer[] {
  const lower = text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  const found: NamedIssuer[] = [];
  for (const { code, names } of issuers) {
    for (const name of names) {
      const wanted = evenText(name).toLowerCase();
      for (
        let at = wanted === "" ? -1 : lower.indexOf(wanted);
        at !== -1;
        at = lower.indexOf(wanted, at + wanted.length)
      ) {
        const end = at + wanted.length;
        const isWord = !/[a-z0-9]/u.test(wanted.charAt(0)) || !/[a-z0-9]/u.test(lower.charAt(at - 1));
        const isEnded = !/[a-z0-9]/u.test(wanted.at(-1) ?? "") || !/[a-z0-9]/u.test(lower.charAt(end));
        if (isWord && isEnded) found.push({ start: at, end, code });
      }
    }
  }
  // Of names within each other the longest is meant.
  let after = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < after) return false;
      after = end;
      return true;
    });
}
