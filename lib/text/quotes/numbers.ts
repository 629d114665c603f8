const numeral = "0-9〇一二三四五六七八九十百千万億兆";
const inDigits = /[0-9][.,]?$/;
const moreDigits = /^[.,]?[0-9]/;
const signed =
  /(?:マイナス(?:の|約)?|(?<![a-z])minus ?|[-‑‐–−△▲▽▼]|(?<![0-9a-z])[‒—―─])[¥$€£]?[0-9]|マイナス約?[一二三四五六七八九十百千]+[十百千万億兆円割]/giu;
/** The longest sign with its number's beginning. */
const signMax = 9;
const inKanji = /[〇一二三四五六七八九十百千万億兆]$/u;
const scaled = new RegExp(`[${numeral}][十百千万億兆]$`, "u");
const scale = /^[十百千万億兆⁰¹²³⁴-⁹]/u;
/** The longest number that stands in brackets. */
const bracketedMax = 24;

/**
 * True where digits of one number stand on both sides of a place in folded words; its sign, its separators, its scale and
 * the brackets that make it negative belong to it. White space between them ends what is written in kanji.
 */
export function splitsNumber(text: string, at: number, isGap: boolean): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  const after = text.slice(at, at + 2);
  if (inDigits.test(before) && moreDigits.test(after)) return true;
  if (splitsSign(text, at)) return true;
  if (isGap) return false;
  if (/[0-9]$/.test(before) && scale.test(after)) return true;
  if (scaled.test(before) && /^[0-9]/.test(after)) return true;
  if (inKanji.test(before) && /^[〇一二三四五六七八九十百千万億兆]/u.test(after)) return true;
  return splitsBrackets(text, at);
}

/** Within a sign, or between it and its number: "△1,234", "マイナス1,234", "-¥1,234". */
function splitsSign(text: string, at: number): boolean {
  const from = Math.max(0, at - signMax);
  for (const { index, 0: found } of text.slice(from, at + signMax).matchAll(signed)) {
    if (from + index < at && at < from + index + found.length) return true;
  }
  return false;
}

/** Between a bracket and the number that alone is in it: "(1,234)", "(¥1,234)". */
function splitsBrackets(text: string, at: number): boolean {
  if (/\([¥$€£]?$/.test(text.slice(Math.max(0, at - 2), at)))
    return /^[¥$€£]?[0-9][0-9.,]*\)/.test(text.slice(at, at + bracketedMax));
  return text[at] === ")" && /\([¥$€£]?[0-9][0-9.,]*$/.test(text.slice(Math.max(0, at - bracketedMax), at));
}
