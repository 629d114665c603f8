const numeral = "0-9〇一二三四五六七八九十百千万億兆";
const inDigits = /[0-9][.,]?$/;
const moreDigits = /^[.,]?[0-9]/;
const sign = /[-‐–−△▲]$/;
const inKanji = /[〇一二三四五六七八九十百千万億兆]$/u;
const scaled = new RegExp(`[${numeral}][十百千万億兆]$`, "u");
const scale = /^[十百千万億兆⁰¹²³⁴-⁹]/u;
/** The longest number that stands in brackets. */
const bracketedMax = 24;

/**
 * Whether digits of one number stand on both sides of a place in folded words; its sign, its separators, its scale and
 * the brackets that make it negative belong to it. White space between them ends what is written in kanji.
 */
export function splitsNumber(text: string, at: number, isGap: boolean): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  const after = text.slice(at, at + 2);
  if (inDigits.test(before) && moreDigits.test(after)) return true;
  if (/^[0-9]/.test(after) && sign.test(before)) return true;
  if (isGap) return false;
  if (/[0-9]$/.test(before) && scale.test(after)) return true;
  if (scaled.test(before) && /^[0-9]/.test(after)) return true;
  if (inKanji.test(before) && /^[〇一二三四五六七八九十百千万億兆]/u.test(after)) return true;
  return splitsBrackets(text, at);
}

/** Between a bracket and the number that alone is in it: "(1,234)". */
function splitsBrackets(text: string, at: number): boolean {
  if (text[at - 1] === "(") return /^[0-9][0-9.,]*\)/.test(text.slice(at, at + bracketedMax));
  return text[at] === ")" && /\([0-9][0-9.,]*$/.test(text.slice(Math.max(0, at - bracketedMax), at));
}
