import type { Issuer } from "../../../lib/contract/resources.ts";
import { foldName, foldQuestion, foldWhole } from "./fold-name.ts";

/**
 * Finds issuers by codes of four or five characters, EDINET code, corporate number, and names in kanji, kana or
 * English, with or without the company's form. All names are folded once and scanned in memory: for a market's few
 * thousand issuers this is faster than a database query.
 */
export class IssuerSearch {
  readonly #entries: readonly Entry[];

  /** `before`: the previous index, of which unchanged names are not folded again. */
  constructor(issuers: readonly Issuer[], before?: IssuerSearch) {
    const known = new Map(
      (before === undefined ? [] : before.#entries).map((entry) => [String(entry.issuer.security_code), entry]),
    );
    this.#entries = issuers
      .map((issuer) => {
        const entry = known.get(issuer.security_code);
        return entry !== undefined && isSame(entry.issuer, issuer) ? entry : entryOf(issuer);
      })
      .sort(byNameLength);
  }

  /** Best first: an exact code, an exact name, a prefix match, a substring match. Shorter names come first. */
  search(question: string, limit: number): Issuer[] {
    const code = foldCode(question);
    const name = foldQuestion(question);
    const ranks: Entry[][] = Array.from({ length: rankCount }, () => []);
    for (const entry of this.#entries) {
      const rank = rankOf(entry, code, name);
      if (rank !== undefined) ranks[rank]?.push(entry);
    }
    return ranks
      .flat()
      .slice(0, limit)
      .map((entry) => entry.issuer);
  }
}

interface Entry {
  readonly issuer: Issuer;
  readonly code: string;
  /** The five-character form, the EDINET code, the corporate number. */
  readonly otherCodes: readonly string[];
  readonly name: string;
  readonly otherNames: readonly string[];
  /** With the company's form, for texts that include a part of it. */
  readonly whole: string;
}

const rankCount = 7;

function entryOf(issuer: Issuer): Entry {
  const code = foldCode(issuer.security_code);
  const numbers = [issuer.edinet_code, issuer.corporate_number].flatMap((each) =>
    each === null ? [] : foldCode(each),
  );
  return {
    issuer,
    code,
    otherCodes: code.length === 4 ? [`${code}0`, ...numbers] : numbers,
    name: foldName(issuer.name),
    whole: foldWhole(issuer.name),
    otherNames: [issuer.name_kana, issuer.name_en].flatMap((each) => (each === null ? [] : foldName(each))),
  };
}

function isSame(a: Issuer, b: Issuer): boolean {
  return (
    a.name === b.name &&
    a.name_en === b.name_en &&
    a.name_kana === b.name_kana &&
    a.market === b.market &&
    a.sector === b.sector &&
    a.edinet_code === b.edinet_code &&
    a.corporate_number === b.corporate_number
  );
}

function byNameLength(a: Entry, b: Entry): number {
  return a.name.length - b.name.length || (a.code < b.code ? -1 : 1);
}

function rankOf(entry: Entry, code: string, name: string): number | undefined {
  if (code !== "" && (entry.code === code || entry.otherCodes.includes(code))) return 0;
  if (name !== "" && (entry.name === name || entry.otherNames.includes(name))) return 1;
  if (code !== "" && entry.code.startsWith(code)) return 2;
  if (name !== "") {
    if (entry.name.startsWith(name) || entry.otherNames.some((each) => each.startsWith(name))) return 3;
    if (entry.name.includes(name) || entry.otherNames.some((each) => each.includes(name))) return 4;
    if (entry.whole.includes(name)) return 5;
  }
  // The beginning of a long number counts only where it is long enough to distinguish issuers.
  if (code.length >= 4 && entry.otherCodes.some((each) => each.startsWith(code))) return 6;
  return undefined;
}

/** Codes are Latin letters and digits of any width; corporate numbers sometimes come with hyphens. */
function foldCode(text: string): string {
  const code = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s‐-―−ー-]/gu, "");
  return /^[0-9A-Z]+$/.test(code) ? code : "";
}
