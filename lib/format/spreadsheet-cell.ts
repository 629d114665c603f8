/**
 * A cell that begins like a formula is run by a spreadsheet, and titles come from outside: an apostrophe makes it
 * words. Spreadsheets drop what can't be seen before they look, and some read full-width signs as the plain ones, so
 * everything invisible is looked through: spaces, controls, byte order marks, soft hyphens, bidi marks, fillers.
 */
const invisible = "[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u115f\\u1160\\u2800\\u3164\\uffa0]";
const likeFormula = new RegExp(`^${invisible}*[=+\\-@＝＋－＠﹦﹢﹣﹫]|^[\\t\\r\\n\\0]`, "u");

export function asSpreadsheetText(text: string): string {
  return likeFormula.test(text) ? `'${text}` : text;
}
