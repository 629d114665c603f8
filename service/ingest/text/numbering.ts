/** The kinds of numbers at the beginning of headings: 第一部, 第1, 1, (1), ①, ア, （…）. */
export interface Numbering {
  readonly series: Series;
  /** Undefined for series without numbers. */
  readonly ordinal: number | undefined;
  /** The legal form: a title in 【】. */
  readonly legal: boolean;
  readonly rest: string;
}

export type Series =
  | "part"
  | "chapter"
  | "number"
  /** 注記１ */
  | "note"
  /** 2.1 */
  | "decimal"
  | "paren-number"
  | "circled"
  | "kana"
  | "iroha"
  | "paren-kana"
  | "paren-iroha"
  | "letter"
  | "paren-letter"
  | "roman"
  | "lenticular"
  | "round"
  | "angle"
  | "square"
  /** A bold line without a number, and one in 「」. */
  | "bold"
  | "quoted";

const depths: Partial<Record<Series, number>> = {
  part: 0,
  chapter: 1,
  number: 2,
  note: 2,
  decimal: 3,
  "paren-number": 3,
  circled: 4,
  kana: 5,
  iroha: 5,
  "paren-kana": 5,
  "paren-iroha": 5,
  letter: 6,
  "paren-letter": 6,
  roman: 6,
};

/** The usual depth of the series in Japanese filings; undefined for brackets, which have none. */
export function depthOf(series: Series): number | undefined {
  return depths[series];
}

const legalTitle = /^[^【】]{0,6}【[^【】]+】[^【】。]{0,40}$/;
const kanjiDigits = "一二三四五六七八九十";
const katakana = "アイウエオカキクケコサシスセソタチツテトナニヌネノ";
const iroha = "イロハニホヘトチリヌルヲワカヨタレソツネナラム";

/** Half width for the ASCII range and brackets; circled numbers and Roman numerals stay what they are. */
export function fold(text: string): string {
  return text
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u3000]+/g, " ")
    .trim();
}

export function readNumbering(folded: string): Numbering | undefined {
  // Some filers number the notes that the ordinance names: they stay notes of one series.
  if (/^(?:※ ?)?(?:[0-9]{1,2}[.、．]?|\([0-9]{1,2}\))? ?\([^()]{2,40}関係\)$/.test(folded))
    return { series: "round", ordinal: undefined, legal: false, rest: folded };
  const legal = legalTitle.test(folded);
  const found = readSeries(folded);
  if (found !== undefined) return { ...found, legal };
  const bracket = readBracket(folded);
  return bracket === undefined
    ? undefined
    : { series: bracket, ordinal: undefined, legal: bracket === "lenticular", rest: folded };
}

function readSeries(text: string): { series: Series; ordinal: number | undefined; rest: string } | undefined {
  const match = (pattern: RegExp): RegExpExecArray | null => pattern.exec(text);
  let m = match(/^第([0-9]{1,3}|[一二三四五六七八九十]{1,3})部(.*)$/);
  if (m) return make("part", toNumber(m[1]), m[2]);
  m = match(/^第([0-9]{1,3}|[一二三四五六七八九十]{1,3})(?:章|節)?(?=[ 【])(.*)$/);
  if (m) return make("chapter", toNumber(m[1]), m[2]);
  m = match(/^\(([0-9]{1,3})\)(.*)$/) ?? match(/^([0-9]{1,2})\)(.*)$/);
  if (m) return make("paren-number", Number(m[1]), m[2]);
  m = match(/^([0-9]{1,2})(?:[.、．](?![0-9])| (?![0-9,.])|(?=[【]))(.*)$/);
  if (m) return make("number", Number(m[1]), m[2]);
  m = match(/^([①-⑳㉑-㉟㊱-㊿])(.*)$/);
  if (m) return make("circled", circledOf(m[1] ?? ""), m[2]);
  m = match(/^[(]?([ⅰ-ⅻⅠ-Ⅻ]|[ⅩX] ?[Ⅰ-Ⅸ]|[ⅹx] ?[ⅰ-ⅸ])[).、 ]?(.*)$/);
  if (m) return make("roman", romanOf(m[1] ?? ""), m[2]);
  m = match(/^注記(?:事項)? ?([0-9]{1,2})[.、:． ](.*)$/u);
  if (m) return make("note", Number(m[1]), m[2]);
  m = match(/^([0-9]{1,2})[.．]([0-9]{1,2})[.．]? ?(?=[\p{L}])(?![倍円株名人社億兆万百千年月日か])(.*)$/u);
  if (m) return make("decimal", Number(m[2]), m[3]);
  m = match(/^([(]?)([ア-ヴ])([).、． ])(.*)$/);
  if (m) return kana(m[2] ?? "", m[1] === "(" || m[3] === ")", m[4] ?? "");
  m = match(/^([(]?)([a-zA-Z])([).、．])(?! ?[a-z])(.*)$/);
  if (m) {
    const ordinal = (m[2]?.toLowerCase().charCodeAt(0) ?? 0) - 96;
    return make(m[1] === "(" || m[3] === ")" ? "paren-letter" : "letter", ordinal, m[4]);
  }
  return undefined;
}

/** ① to ⑳, ㉑ to ㉟ and ㊱ to ㊿ stand in three blocks of characters. */
function circledOf(character: string): number {
  const code = character.charCodeAt(0);
  if (code >= 0x32b1) return code - 0x32b1 + 36;
  return code >= 0x3251 ? code - 0x3251 + 21 : code - 0x245f;
}

/** Ⅻ is a character of its own; from 13 on, and with some filers from 11, it is Ⅹ and another beside it. */
function romanOf(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return (last & 0xf) + 1 + (text.length > 1 ? 10 : 0);
}

/** ア イ ウ or イ ロ ハ: the letter decides, except for イ, which is in both and begins the second. */
function kana(letter: string, paren: boolean, rest: string): { series: Series; ordinal: number; rest: string } {
  const inIroha = iroha.indexOf(letter);
  const inKana = katakana.indexOf(letter);
  const isIroha = inIroha >= 0 && (inKana < 0 || letter === "イ" || inIroha < inKana);
  const base = isIroha ? "iroha" : "kana";
  return { series: paren ? `paren-${base}` : base, ordinal: (isIroha ? inIroha : inKana) + 1, rest: rest.trim() };
}

function make(
  series: Series,
  ordinal: number,
  rest: string | undefined,
): { series: Series; ordinal: number; rest: string } {
  return { series, ordinal, rest: (rest ?? "").trim() };
}

function toNumber(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d+$/.test(text)) return Number(text);
  let total = 0;
  for (const char of text) {
    const digit = kanjiDigits.indexOf(char) + 1;
    total = digit === 10 ? Math.max(total, 1) * 10 : total + digit;
  }
  return total;
}

function readBracket(text: string): Series | undefined {
  if (/^【[^【】]+】$/.test(text)) return "lenticular";
  if (/^\([^()]{2,40}\)$/.test(text)) return "round";
  if (/^[<＜〈《][^<>＜＞〈〉《》]{1,40}[>＞〉》]$/.test(text)) return "angle";
  if (/^[[〔［][^[\]〔〕［］]{1,40}[\]〕］]$/.test(text)) return "square";
  return undefined;
}
