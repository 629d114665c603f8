import { plainWidths } from "../../text/format/plain-widths.ts";

/**
 * The numbers of a sentence, read so that two of them are the same only where they say the same: digits without
 * separators of thousands, with their sign and with the scale written after them. Nothing is rounded or converted, so
 * "1.2 billion" is not "1,200 million".
 */
export interface NumberOfWords {
  /** For example `△1234.5`. */
  readonly digits: string;
  /** For example `6` for million and 百万, `%`; empty where none is written. */
  readonly scale: string;
  /** The unit counted, by one name in both languages; empty where none is written. */
  readonly unit: string;
}

const scales: readonly (readonly [RegExp, string])[] = [
  [/^(?:百万|million\b|mn\b)/iu, "6"],
  [/^(?:十億|billion\b|bn\b)/iu, "9"],
  [/^(?:兆|trillion\b)/iu, "12"],
  [/^億/u, "8"],
  [/^万/u, "4"],
  [/^(?:千|thousand\b)/iu, "3"],
  [/^(?:%ポイント|ポイント|percentage points?\b|points?\b|pt\b)/iu, "points"],
  [/^(?:%|パーセント|percent\b|per cent\b)/iu, "%"],
  [/^割/u, "tenths"],
  [/^(?:倍|times\b|-?fold\b)/iu, "times"],
];

const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:円|yen\b|jpy\b)/iu, "yen"],
  [/^(?:米ドル|ドル|(?:u\.?s\.? ?)?dollars?\b|usd\b)/iu, "dollar"],
  [/^(?:ユーロ|euros?\b|eur\b)/iu, "euro"],
  [/^(?:株|shares?\b)/iu, "share"],
  [/^(?:名|人|persons?\b|people\b|employees?\b)/iu, "person"],
  [/^(?:社|compan(?:y|ies)\b)/iu, "company"],
];

const months = "january february march april may june july august september october november december".split(" ");
const smallWords =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const otherWords: Readonly<Record<string, string>> = {
  half: "1/2",
  halved: "1/2",
  double: "×2",
  doubled: "×2",
  twice: "×2",
  triple: "×3",
  tripled: "×3",
  quarter: "1/4",
  quarters: "1/4",
  dozen: "12",
  hundred: "100",
  hundreds: "100",
  thousands: "1000",
  millions: "1000000",
  billions: "1000000000",
};

/** Kanji that are a number only before something that is counted: 一部 and 十分 are words. */
const kanjiNumber =
  /(?<![\d〇零一二三四五六七八九十百千万億兆]\s?)([〇零一二三四五六七八九十百千万億兆]+)(?=割|倍|%|パーセント|円|株|人|名|社|年|月|日|期|件|つ|回|分の|ドル|カ|か|ヵ|ヶ|箇)/gu;
const kanjiDigits = "〇一二三四五六七八九";

export function numbersIn(words: string): readonly NumberOfWords[] {
  const text = plainWidths(words);
  const found: NumberOfWords[] = [];
  for (const match of text.matchAll(/(△\s?|(?<![\p{L}\p{N}])-)?(\d[\d,]*(?:\.\d+)?)/gu)) {
    const [whole, sign = "", digits = ""] = match;
    found.push({
      digits: (sign === "" ? "" : "△") + withoutSeparators(digits.replace(/,+$/, "")),
      ...whatFollows(text.slice(match.index + whole.length)),
    });
  }
  for (const match of text.matchAll(kanjiNumber)) {
    found.push({ digits: kanjiValue(match[1] ?? ""), ...whatFollows(text.slice(match.index + match[0].length)) });
  }
  for (const match of text.matchAll(/[a-z]+/giu)) {
    const value = wordValue(match[0], text.slice(match.index + match[0].length));
    if (value !== undefined) found.push({ digits: value, ...whatFollows(text.slice(match.index + match[0].length)) });
  }
  // Circled, Roman, superscript and other numerals stand for themselves.
  for (const match of text.matchAll(/(?![0-9])[\p{Nd}\p{No}\p{Nl}]/gu)) {
    if (!/[〇]/u.test(match[0])) found.push({ digits: match[0], scale: "", unit: "" });
  }
  return found;
}

function withoutSeparators(digits: string): string {
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(",", "") : digits;
}

function whatFollows(after: string): Pick<NumberOfWords, "scale" | "unit"> {
  let rest = after.replace(/^\s+/, "");
  const scale = scales.find(([pattern]) => pattern.test(rest));
  if (scale !== undefined) rest = rest.replace(scale[0], "").replace(/^\s+/, "");
  const unit = units.find(([pattern]) => pattern.test(rest));
  return { scale: scale?.[1] ?? "", unit: unit?.[1] ?? "" };
}

/** The words of scales and units anywhere in a text: a table tells them in its head, apart from its rows. */
export function measuresIn(words: string): ReadonlySet<string> {
  const text = plainWidths(words);
  const measures = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    if (/[a-z]/iu.test(text.charAt(at)) && /[a-z]/iu.test(text.charAt(at - 1))) continue;
    const rest = text.slice(at, at + 24);
    const scale = scales.find(([pattern]) => pattern.test(rest));
    const unit = units.find(([pattern]) => pattern.test(rest));
    if (scale !== undefined) measures.add(scale[1]);
    if (unit !== undefined) measures.add(unit[1]);
    // 百万 is not also 万.
    if (scale !== undefined) at += (scale[0].exec(rest)?.[0].length ?? 1) - 1;
  }
  return measures;
}

function wordValue(word: string, after: string): string | undefined {
  const lower = word.toLowerCase();
  const month = months.indexOf(lower);
  // "may" is a month only where it is written as one.
  if (month >= 0 && /^[A-Z]/.test(word) && (lower !== "may" || /^\s*\d/.test(after))) return String(month + 1);
  const small = smallWords.indexOf(lower);
  if (small >= 0) return String(small + 2);
  const ten = tens.indexOf(lower);
  if (ten >= 0) return String((ten + 2) * 10);
  if (lower === "one" && /^\s*(?:hundred|thousand|million|billion|trillion|percent|yen|half|third)\b/iu.test(after))
    return "1";
  return otherWords[lower];
}

/** 三 and 十二 as digits; anything longer stands for itself, as a number that only equals its own spelling. */
function kanjiValue(kanji: string): string {
  const value = /^([一二三四五六七八九]?)(十?)([一二三四五六七八九]?)$/u.exec(kanji);
  if (value === null) return kanji;
  const [, first = "", ten = "", last = ""] = value;
  if (ten === "") return last === "" ? String(kanjiDigits.indexOf(first)) : kanji;
  const count = first === "" ? 1 : kanjiDigits.indexOf(first);
  return String(count * 10 + (last === "" ? 0 : kanjiDigits.indexOf(last)));
}
