import { foldText } from "../../../lib/text/format/fold.ts";

/** How surely words are a name: with the form of the company, the name without it, a short form of it. */
export const whole = 3;
export const named = 2;
export const shortened = 1;
export const begun = 0;

export interface Alias {
  /** Japanese as it is printed and folded; English as its words, parted by spaces. */
  readonly words: string;
  readonly sureness: number;
}

const aliasLengthMax = 60;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
export const japaneseForm = "(?:株式会社|有限会社|合同会社|相互会社|投資法人)";
const japaneseForms = new RegExp(japaneseForm, "gu");
const japaneseEnding = new RegExp(
  `(?:${foldText("ホールディングス|フィナンシャル・?グループ|グループ本社|グループ|本社")})$`,
  "u",
);
const legalForms = new Set(["co", "ltd", "inc", "corp", "kk", "plc", "llc", "k"]);
const endings = new Set(["holdings", "holding", "group"]);
const formOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    company: "co",
    limited: "ltd",
    incorporated: "inc",
    corporation: "corp",
  }),
);
/** A first word that says nothing by itself. */
const firstWords = new Set(
  "japan nippon nihon tokyo osaka kyoto first general national new the asia pacific international global sample east west".split(
    " ",
  ),
);

/** All ways in which a question may call an issuer of this name. */
export function aliasesOf(name: string): Alias[] {
  const folded = foldText(name.slice(0, 200)).trim();
  const core = folded.replace(japaneseForms, " ").trim();
  const found = japanese.test(core) ? japaneseAliases(core) : englishAliases(core);
  const isUsable = ({ words }: Alias) => words.length >= 2 && words.length <= aliasLengthMax;
  return found.filter(isUsable);
}

function japaneseAliases(core: string): Alias[] {
  const short = core.replace(japaneseEnding, "").replace(/[・&\s]+$/u, "");
  const first = /^(?:[ァ-ヺー]{3,}|[a-z]{3,})(?=[^ァ-ヺーa-z])/u.exec(core)?.[0];
  const spellings = (words: string) => [words, words.replace(/\s+/gu, ""), words.replace(/[・\s]+/gu, "")];
  return [
    ...spellings(core).map((words) => ({ words, sureness: named })),
    ...spellings(short).map((words) => ({ words, sureness: shortened })),
    ...(first === undefined ? [] : [{ words: first, sureness: begun }]),
  ];
}

/** The words of a Latin text, each with its place; forms of companies are spelled in one way. */
export function latinWords(folded: string): { readonly word: string; readonly start: number; readonly end: number }[] {
  return [...folded.matchAll(/[a-z0-9&à-ɏ]+/gu)].map(({ 0: word, index }) => ({
    word: formOf.get(word) ?? word,
    start: index,
    end: index + word.length,
  }));
}

function englishAliases(core: string): Alias[] {
  const words = latinWords(core).map(({ word }) => word);
  if (words[0] === "the") words.shift();
  let end = words.length;
  while (end > 1 && legalForms.has(words[end - 1] ?? "")) end--;
  let short = end;
  while (short > 1 && endings.has(words[short - 1] ?? "")) short--;
  const aliases: Alias[] = [];
  for (let count = 1; count <= words.length; count++) {
    const sureness = count > end ? whole : count === end ? named : count >= short ? shortened : begun;
    const first = words[0] ?? "";
    if (count === 1 && (firstWords.has(first) || (sureness === begun && first.length < 4))) continue;
    aliases.push({ words: words.slice(0, count).join(" "), sureness });
  }
  return aliases;
}
