/**
 * Titles come from outside, and a spreadsheet runs a cell that begins like a formula; an apostrophe before it makes it
 * text. Spreadsheets drop invisible characters first, and some read full-width signs as ASCII ones, so both are
 * considered: spaces, controls, byte order marks, soft hyphens, bidi marks, fillers.
 */
const invisible = "[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u115f\\u1160\\u2800\\u3164\\uffa0]";
const likeFormula = new RegExp(`^${invisible}*[=+\\-@＝＋－＠﹦﹢﹣﹫]|^[\\t\\r\\n\\0]`, "u");

export function asSpreadsheetText(text: string): string {
  return likeFormula.test(text) ? `'${text}` : text;
}

/** A cell of a CSV file: texts from outside are made safe, numbers are ours and stay numbers. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = asSpreadsheetText(value);
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
