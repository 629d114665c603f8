import { foldText } from "../../../lib/text/format/fold.ts";

/**
 * Finds the issuers that a question names. Japanese names are recognised whole, without their company form, and by
 * their first word (トヨタ of トヨタ自動車); English ones by their first words. A word that many names share is not used.
 */
const japaneseForms = /株式会社|有限会社|合同会社|相互会社|投資法人/gu;
const japaneseEndings =
  /(?:ホールディングス|フィナンシャル・?グループ|フィナンシャルグループ|グループ本社|グループ|本社)$/u;
const englishForms = /[,.]|\b(?:co|ltd|inc|corp|corporation|company|limited|kk|plc|llc|holdings?|group)\b|\bk\.k\./gu;
const genericWords = new Set(
  "japan nippon tokyo osaka kyoto first general national new the asia pacific international global sample east west".split(
    " ",
  ),
);
/** An alias shared by more issuers than this is not used. */
const sharedByMax = 2;
const aliasLengthMax = 40;

export class IssuerNames {
  /** Folded alias: keys of the issuers that have it. */
  readonly #aliases = new Map<string, Set<string>>();
  readonly #owners = new Map<string, number[]>();
  /** The first two characters of each: most places of a question begin none. */
  readonly #beginnings = new Set<string>();

  add(owner: number, names: readonly string[]): void {
    const key = names[0];
    if (key === undefined) return;
    const known = this.#owners.get(key);
    if (known !== undefined) {
      known.push(owner);
      return;
    }
    this.#owners.set(key, [owner]);
    for (const alias of names.flatMap(aliasesOf)) {
      const keys = this.#aliases.get(alias) ?? new Set();
      keys.add(key);
      this.#aliases.set(alias, keys);
      this.#beginnings.add(alias.slice(0, 2));
    }
  }

  clear(): void {
    this.#aliases.clear();
    this.#owners.clear();
    this.#beginnings.clear();
  }

  /** The issuers that a folded question names, and the question without their names. */
  find(folded: string): {
    readonly owners: readonly number[];
    readonly rest: string;
    readonly names: readonly string[];
  } {
    const keys = new Set<string>();
    const names: string[] = [];
    let rest = "";
    for (let at = 0; at < folded.length; ) {
      const alias = this.#aliasAt(folded, at);
      if (alias === undefined) {
        rest += folded.charAt(at++);
        continue;
      }
      for (const key of this.#aliases.get(alias) ?? []) keys.add(key);
      names.push(alias);
      rest += " ";
      at += alias.length;
      at += /^(?:['’]s\b|(?:株式会社)?の)/u.exec(folded.slice(at))?.[0].length ?? 0;
    }
    return { owners: [...keys].flatMap((key) => this.#owners.get(key) ?? []), rest: rest.trim(), names };
  }

  #aliasAt(folded: string, at: number): string | undefined {
    if (!this.#beginnings.has(folded.slice(at, at + 2))) return undefined;
    const isLatin = isLetter(folded.charAt(at));
    if (isLatin && at > 0 && isLetter(folded.charAt(at - 1))) return undefined;
    for (let length = Math.min(aliasLengthMax, folded.length - at); length >= 2; length--) {
      if (isLatin && isLetter(folded.charAt(at + length)) && isLetter(folded.charAt(at + length - 1))) continue;
      const alias = folded.slice(at, at + length);
      const keys = this.#aliases.get(alias);
      if (keys !== undefined && keys.size <= sharedByMax) return alias;
    }
    return undefined;
  }
}

const isLetter = (character: string) => /^[a-z0-9]$/u.test(character);

export function aliasesOf(name: string): string[] {
  const folded = foldText(name).trim();
  const aliases = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(folded)
    ? japaneseAliases(folded)
    : englishAliases(folded);
  return [...new Set(aliases.map((alias) => alias.trim()))].filter(
    (alias) => alias.length >= 2 && alias.length <= aliasLengthMax,
  );
}

function japaneseAliases(folded: string): string[] {
  const core = folded.replace(japaneseForms, "").trim();
  const short = core.replace(japaneseEndings, "").replace(/[・&\s]+$/u, "");
  const first = /^(?:[ァ-ヺー]{3,}|[a-z]{3,})(?=[^ァ-ヺーa-z])/u.exec(core)?.[0];
  return [core, core.replace(/\s+/gu, ""), short, ...(first === undefined ? [] : [first])];
}

function englishAliases(folded: string): string[] {
  const words = folded
    .replace(englishForms, " ")
    .split(/\s+/u)
    .filter((word) => word !== "");
  const aliases: string[] = [];
  for (let count = 1; count <= words.length; count++) {
    const first = words[0] ?? "";
    const isWhole = count === words.length;
    if (count === 1 && genericWords.has(first)) continue;
    if (count === 1 && !isWhole && first.length < 4) continue;
    aliases.push(words.slice(0, count).join(" "));
  }
  return aliases;
}
