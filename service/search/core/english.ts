import { remembered } from "../../../lib/text/format/remembered.ts";
/**
 * Folds English for comparison: words in lower case, without plurals and endings, split at hyphens, without question
 * words. Element names of inline XBRL are split at their capitals and folded in the same way.
 */

export const stopWords: ReadonlySet<string> = new Set(
  (
    "a an the of on in at to for from with and or as is by are was were be been do does did has have had how what " +
    "which who whom whose when where why can could will would should may might must shall there their its it this " +
    "that these those they them he she we our you your i me my if any some about into over under between during " +
    "tell show give explain list please much many long old per also than then so such not no being made " +
    "make get got say says said information details detail content status concerning regarding " +
    "company firm corporation group etc through within both each all more most other"
  ).split(" "),
);

/** Abbreviations that element names use for whole phrases. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  ppe: ["property", "plant", "equipment"],
  sga: ["selling", "general", "administrative", "expense"],
  cf: ["cash", "flow"],
  ope: ["operating"],
  inv: ["investing"],
  fin: ["financing"],
  ca: ["current", "asset"],
  cl: ["current", "liability"],
  ncl: ["noncurrent", "liability"],
  ioa: ["investment", "other", "asset"],
  noe: ["nonoperating", "expense"],
  noi: ["nonoperating", "income"],
  ei: ["extraordinary", "income"],
  el: ["extraordinary", "loss"],
  kam: ["key", "audit", "matter"],
  ifrs: [],
};

/** Everyday words of questions with the word of the element names that means the same; our own list. */
const everyday: Readonly<Record<string, string>> = {
  staff: "employee",
  worker: "employee",
  workforce: "employee",
  headcount: "employee",
  personnel: "employee",
  pay: "salary",
  wage: "salary",
  compensation: "remuneration",
  executive: "officer",
  management: "officer",
  stock: "share",
  stockholder: "shareholder",
  investor: "shareholder",
  owner: "shareholder",
  largest: "major",
  biggest: "major",
  main: "major",
  principal: "major",
  key: "major",
  important: "critical",
  material: "significant",
  agreement: "contract",
  plant: "facility",
  factory: "facility",
  site: "facility",
  building: "facility",
  capex: "capital expenditure",
  spending: "expenditure",
  cost: "expense",
  profit: "income",
  earning: "income profit",
  income: "profit earning",
  revenue: "sales",
  turnover: "sales",
  debt: "borrowing",
  loan: "borrowing",
  founded: "history",
  founding: "history",
  established: "history",
  origin: "history",
  background: "history",
  unit: "segment",
  division: "segment",
  subsidiary: "affiliated",
  affiliate: "affiliated",
  repurchase: "acquisition treasury",
  buyback: "acquisition treasury",
  treasury: "acquisition treasury",
  pension: "retirement benefit",
  lawsuit: "litigation",
  legal: "litigation",
  danger: "risk",
  threat: "risk",
  hazard: "risk",
  uncertainty: "risk",
  auditor: "audit",
  accountant: "audit",
  fee: "remuneration",
  board: "director officer",
  director: "officer",
  member: "officer",
  describe: "description",
  outline: "description",
  overview: "description",
  trend: "business result",
  indicator: "business result",
  highlight: "business result",
  performance: "business result",
  data: "business result",
  disaster: "risk",
  pandemic: "risk",
  epidemic: "risk",
  fluctuation: "risk",
  competition: "risk",
  affect: "risk",
  impact: "risk",
  regulation: "risk",
  cyber: "risk",
  security: "risk",
  supplier: "risk",
  strategy: "policy",
  challenge: "issue",
  climate: "sustainability",
  environmental: "sustainability",
  environment: "sustainability",
  esg: "sustainability",
  women: "female",
  woman: "female",
  men: "male",
  parental: "childcare",
  maternity: "childcare",
  output: "production",
  innovation: "research development",
  rd: "research development",
  technology: "research development",
  hedging: "derivative",
  hedge: "derivative",
  swap: "derivative",
  equity: "net asset",
  crossshareholding: "shareholding",
  guarantee: "guarantee obligation",
  eps: "earning per share",
  customer: "main customer",
  tax: "tax effect",
  union: "employee",
  registration: "operational procedure share",
  hold: "shareholding",
  held: "shareholding",
  register: "operational procedure share",
  registrar: "operational procedure share",
};

/** Words of questions that have another word among the element names. */
export const everydayWords: readonly string[] = Object.keys(everyday);

/** Words in so many names that they say little about any. */
const weakWords = new Set(
  (
    "transaction amount number total change statement note other ratio information balance item value name result " +
    "matter year period section part type class end beginning description target"
  )
    .split(" ")
    .map((word) => stem(word)),
);
const weakShare = 0.5;

export function shareOfWord(stemmed: string): number {
  return weakWords.has(stemmed) ? weakShare : 1;
}

/** Endings of element names that say what kind of element it is, not what it is about. */
const kindEndings = /(?:TextBlock|Heading|Abstract|LineItems|Table|Axis|Member|Etc|SummaryOfBusinessResults)+$/;

/** The English words of an element name: `jpcrp_cor:DividendPolicyTextBlock` is Dividend Policy. */
export function wordsOfName(name: string): string[] {
  const local = name.slice(name.indexOf(":") + 1).replace(kindEndings, "");
  return local.match(/[A-Z]+(?![a-z])|[A-Z][a-z]*|[a-z]+|\d+/gu) ?? [];
}

/** A name as a title: `Dividend policy`. */
export function titleOfName(name: string): string {
  const words = wordsOfName(name).map((word) => (/^[A-Z]{2,}$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Filings use the same few thousand names again and again. */
export const stemsOfName: (name: string) => readonly string[] = remembered(20_000, findStems);

function findStems(name: string): string[] {
  return unique(
    wordsOfName(name).flatMap((word) => {
      const lower = word.toLowerCase();
      return (abbreviations[lower] ?? [lower]).filter((each) => !stopWords.has(each)).map(stem);
    }),
  );
}

/** A word of a question and what else it may be called, with how much each counts. */
export interface AskedWord {
  readonly stem: string;
  readonly weight: number;
}

const everydayWeight = 0.7;

/** The words of element names for an everyday word. */
export function everydayOf(word: string): readonly string[] {
  // "constructor" is a word too.
  const known = [word, singular(word)].find((each) => Object.hasOwn(everyday, each));
  return known === undefined ? [] : (everyday[known]?.split(" ") ?? []);
}

/** The words of a question that say something, in order. */
export function contentWords(question: string): { readonly word: string; readonly isBesideNext: boolean }[] {
  const words = wordsOf(question);
  return words.flatMap((word, at) =>
    stopWords.has(word) ? [] : [{ word, isBesideNext: at + 1 < words.length && !stopWords.has(words[at + 1] ?? "") }],
  );
}

/** The words of an English question, question words left out. */
export function askedWords(question: string): AskedWord[] {
  const found = new Map<string, number>();
  const add = (word: string, weight: number) => {
    const key = stem(word);
    found.set(key, Math.max(found.get(key) ?? 0, weight));
  };
  const words = wordsOf(question).filter((word) => !stopWords.has(word));
  for (const word of words) add(word, 1);
  for (const word of words) {
    for (const each of everydayOf(word)) add(each, everydayWeight);
  }
  return [...found].map(([key, weight]) => ({ stem: key, weight }));
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/(?<=[a-z])['’]s\b/gu, "")
      .replace(/\br\s*&\s*d\b/gu, "research development")
      .replace(/\b(non|re|co|pre|post)-(?=[a-z])/gu, "$1")
      .match(/[a-z]+/gu) ?? []
  );
}

/** Latin words, and no Japanese ones. */
export function isEnglish(folded: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(folded) && /[a-z]{2}/u.test(folded);
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/u.test(word) || word.length < 4) return word;
  if (/(?:x|ch|sh|ss)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Light: what it joins are forms of one word, and what it leaves apart are at worst two. */
export function stem(word: string): string {
  let cut = singular(word)
    .replace(/isation$/u, "ization")
    .replace(/is(?=e$|ing$|ed$)/u, "iz");
  if (cut.length > 5 && cut.endsWith("ing")) cut = cut.slice(0, -3);
  else if (cut.length > 4 && cut.endsWith("ed") && !cut.endsWith("eed")) cut = cut.slice(0, -2);
  cut = cut.replace(/([b-df-hj-np-tv-z])\1$/u, "$1");
  return cut.length > 3 ? cut.replace(/e+$/u, "") : cut;
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
