const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const month = `(${monthNames.join("|")})[a-z]*\\.?`;
const japaneseDay = /((?:19|20)[0-9]{2})\s*年\s*([0-9]{1,2})\s*月\s*([0-9]{1,2})\s*日/gu;
const plainDay = /(?<![0-9])((?:19|20)[0-9]{2})[-/]([0-9]{1,2})[-/]([0-9]{1,2})(?![0-9])/gu;
const monthFirst = new RegExp(`\\b${month}\\s+([0-9]{1,2})(?:st|nd|rd|th)?,?\\s+((?:19|20)[0-9]{2})`, "gu");
const dayFirst = new RegExp(`\\b([0-9]{1,2})(?:st|nd|rd|th)?\\s+${month},?\\s+((?:19|20)[0-9]{2})`, "gu");

/** The days that a folded question says, in either language, as `2025-03-14`. Folding has turned eras into years. */
export function daysIn(folded: string): string[] {
  const numberOf = (name: string | undefined) => monthNames.indexOf(name ?? "") + 1;
  const days = [
    ...[...folded.matchAll(japaneseDay), ...folded.matchAll(plainDay)].map(([, y, m, d]) => dayOf(y, Number(m), d)),
    ...[...folded.matchAll(monthFirst)].map(([, m, d, y]) => dayOf(y, numberOf(m), d)),
    ...[...folded.matchAll(dayFirst)].map(([, d, m, y]) => dayOf(y, numberOf(m), d)),
  ];
  return [...new Set(days)];
}

function dayOf(year: string | undefined, monthNumber: number, day: string | undefined): string {
  return [year, monthNumber, Number(day)].map((each) => String(each).padStart(2, "0")).join("-");
}

export function japaneseDayOf(epochMs: number): string {
  return new Date(epochMs + 9 * 3_600_000).toISOString().slice(0, 10);
}
