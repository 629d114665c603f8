/**
 * Reads what was typed into the search field as a question for documents of an issuer: "7203 有報 2025", "トヨタ短信
 * 2024", "Toyota annual report FY2025". Types, periods and amendments are recognised by their words in any order; what
 * remains names the issuer and then words of the title.
 */
import { normaliseSecurityCode } from "../../contract/security-code.ts";
import { amendmentWords, foldWord, typeVocabulary } from "./type-vocabulary.ts";

export interface DocumentQuestion {
  /** Words that are no type and no period: the issuer, then words of the title. */
  readonly words: readonly string[];
  /** Empty means any type. */
  readonly types: readonly string[];
  readonly year: number | null;
  /** `FY`, `H1`, `Q1` … as fiscal periods end. */
  readonly part: string | null;
  readonly amendmentsOnly: boolean;
}

/** One way to divide the words: those that name the issuer, and those of the title. */
export interface IssuerReading {
  readonly issuer: string;
  readonly titleWords: readonly string[];
}

interface AskedDocument {
  readonly title: string | null;
  readonly document_type: string | null;
  readonly fiscal_period: string | null;
  readonly timeline_at: string | null;
  readonly amends_document_id: string | null;
}

const typesByWord = new Map<string, string[]>();
for (const [type, { ja, en }] of Object.entries(typeVocabulary)) {
  for (const word of new Set([...ja, ...en].map(foldWord))) {
    typesByWord.set(word, [...(typesByWord.get(word) ?? []), type]);
  }
}
const amendments = new Set(amendmentWords.map(foldWord));
/** Words that may follow the issuer's name without a space: 海鳴精機有報. The longest first. */
const gluedWords = [...typesByWord.keys(), ...amendments]
  .filter((word) => /^\p{Script=Han}{2}/u.test(word))
  .sort((a, b) => b.length - a.length);
const wordsAtOnceMax = 4;

export function readDocumentQuestion(text: string): DocumentQuestion {
  const tokens = text.trim().split(/\s+/u).filter(Boolean).flatMap(unglued);
  const words: string[] = [];
  const years: { readonly token: string; readonly year: number }[] = [];
  const types = new Set<string>();
  let part: string | null = null;
  let amendmentsOnly = false;
  for (let at = 0; at < tokens.length; ) {
    const found = typeAt(tokens, at);
    const token = tokens[at] ?? "";
    at += found?.length ?? 1;
    if (found !== undefined) {
      for (const type of found.types) types.add(type);
    } else if (amendments.has(foldWord(token))) {
      amendmentsOnly = true;
    } else {
      const period = periodOf(token);
      if (period === undefined) words.push(token);
      if (period?.year !== undefined) years.push({ token, year: period.year });
      part = period?.part ?? part;
    }
  }
  // A number that could be a year is a code where nothing else names the issuer: 2025 有報.
  const code = words.length === 0 ? years.find(({ token }) => normaliseSecurityCode(token) !== undefined) : undefined;
  const year = years.findLast((each) => each !== code)?.year ?? null;
  return { words: code === undefined ? words : [code.token], types: [...types], year, part, amendmentsOnly };
}

/** True where more than an issuer was typed. */
export function asksForDocuments(question: DocumentQuestion, titleWords: readonly string[]): boolean {
  const { types, year, part, amendmentsOnly } = question;
  return types.length > 0 || year !== null || part !== null || amendmentsOnly || titleWords.length > 0;
}

/** The ways to divide the words, the likeliest first: a code, else the longest name. */
export function issuerReadings({ words }: DocumentQuestion): IssuerReading[] {
  const code = words.findIndex((word) => normaliseSecurityCode(word) !== undefined);
  if (code !== -1) return [{ issuer: words[code] ?? "", titleWords: words.filter((_, index) => index !== code) }];
  const longest = Math.min(words.length, wordsAtOnceMax);
  return Array.from({ length: longest }, (_, index) => ({
    issuer: words.slice(0, longest - index).join(" "),
    titleWords: words.slice(longest - index),
  }));
}

/** The asked fiscal year first, then the year of filing; an amendment comes after what it amends. */
export function matchDocuments<D extends AskedDocument>(
  documents: readonly D[],
  question: DocumentQuestion,
  titleWords: readonly string[],
): D[] {
  const wanted = titleWords.map(foldWord);
  const ranked = documents.flatMap((document) => {
    const { types, part, year, amendmentsOnly } = question;
    if (types.length > 0 && !types.includes(document.document_type ?? "")) return [];
    if (amendmentsOnly && document.amends_document_id === null) return [];
    if (part !== null && document.fiscal_period?.slice(4) !== part) return [];
    const names = typeVocabulary[document.document_type ?? ""];
    const title = foldWord([document.title, names?.ja[0], names?.en[0]].join(" "));
    if (!wanted.every((word) => title.includes(word))) return [];
    const rank = year === null ? 0 : rankOfYear(document, year);
    const isExtra = document.amends_document_id !== null && !amendmentsOnly;
    return rank === undefined ? [] : [{ document, rank: rank + (isExtra ? 0.5 : 0) }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ document }) => document);
}

/** 2025 is the fiscal year, a year in the title (2025年3月期), or the year of filing. */
function rankOfYear(document: AskedDocument, year: number): number | undefined {
  if (document.fiscal_period?.startsWith(String(year)) === true) return 0;
  if (new RegExp(`(?<!\\d)${year}(?!\\d)`).test((document.title ?? "").normalize("NFKC"))) return 1;
  return document.timeline_at?.startsWith(String(year)) === true ? 2 : undefined;
}

function typeAt(tokens: readonly string[], at: number) {
  for (let length = Math.min(wordsAtOnceMax, tokens.length - at); length > 0; length--) {
    const types = typesByWord.get(foldWord(tokens.slice(at, at + length).join(" ")));
    if (types !== undefined) return { types, length };
  }
  return undefined;
}

/** Divides 海鳴精機有報2025 into its parts. A token that is a word of the vocabulary as a whole stays whole. */
function unglued(token: string): string[] {
  const folded = token.normalize("NFKC");
  if (typesByWord.has(foldWord(folded)) || periodOf(folded) !== undefined) return [folded];
  const year = /^(.*?[\p{Script=Han}\p{Script=Katakana}ー])((?:20|19)\d{2}(?:年度?|年\d{1,2}月期)?)$/u.exec(folded);
  if (year?.[1] !== undefined && year[2] !== undefined) return [...unglued(year[1]), year[2]];
  const word = gluedWords.find((each) => folded.length > each.length && folded.toLowerCase().endsWith(each));
  return word === undefined ? [folded] : [...unglued(folded.slice(0, -word.length)), word];
}

interface Period {
  readonly year?: number;
  readonly part?: string;
}

const years: readonly { readonly form: RegExp; readonly base: number }[] = [
  { form: /^(?:FY)?((?:19|20)\d{2})(FY|H[12]|Q[1-4])?$/i, base: 0 },
  { form: /^FY(\d{2})$/i, base: 2000 },
  { form: /^((?:19|20)\d{2})(?:年度?|年\d{1,2}月期|[/.-]\d{1,2})$/, base: 0 },
  { form: /^(?:令和|R)(\d{1,2})(?:年度?|年\d{1,2}月期)?$/i, base: 2018 },
  { form: /^平成(\d{1,2})(?:年度?|年\d{1,2}月期)?$/, base: 1988 },
];
const parts: Readonly<Record<string, RegExp>> = {
  FY: /^(?:FY|通期|本決算)$/i,
  H1: /^(?:H1|1H|上期|中間期?)$/i,
  H2: /^(?:H2|2H|下期)$/i,
  Q1: /^(?:Q1|1Q|第[1一]四半期)$/i,
  Q2: /^(?:Q2|2Q|第[2二]四半期)$/i,
  Q3: /^(?:Q3|3Q|第[3三]四半期)$/i,
  Q4: /^(?:Q4|4Q|第[4四]四半期)$/i,
};

function periodOf(token: string): Period | undefined {
  const plain = token.normalize("NFKC");
  for (const { form, base } of years) {
    const found = form.exec(plain);
    if (found === null) continue;
    const part = found[2]?.toUpperCase();
    return { year: Number(found[1]) + base, ...(part === undefined ? {} : { part }) };
  }
  const part = Object.keys(parts).find((each) => parts[each]?.test(plain) === true);
  return part === undefined ? undefined : { part };
}
