/**
 * `2025FY`, `2025H1`, `2025Q1`. The year is that in which the fiscal year begins, as 2025年度 is understood:
 * April 2025 to March 2026 is 2025FY.
 */
export function fiscalPeriod(fiscalYearStart: string | undefined, kind: string | undefined): string | null {
  if (fiscalYearStart === undefined || kind === undefined) return null;
  const year = fiscalYearStart.slice(0, 4);
  return /^\d{4}$/.test(year) && /^(?:FY|H[12]|Q[1-4])$/.test(kind) ? year + kind : null;
}

/** DEI says HY for the half. */
export function kindOfPeriod(dei: string | undefined): string | undefined {
  return dei === "HY" ? "H1" : dei;
}

interface DescribedPeriod {
  readonly start: string;
  readonly end: string;
  readonly quarter: number | undefined;
}

/** `第50期第1四半期(2024/02/21－2024/05/20)`, and the same in eras as it was until 2022. */
export function readDescription(description: string): DescribedPeriod | undefined {
  const folded = description.normalize("NFKC");
  const quarter = /第([1-4])四半期/.exec(folded)?.[1];
  const plain = /\((\d{4})\/(\d{2})\/(\d{2})\D(\d{4})\/(\d{2})\/(\d{2})\)/.exec(folded);
  const dates = plain === null ? readEraRange(folded) : [plain.slice(1, 4).join("-"), plain.slice(4, 7).join("-")];
  const [start, end] = dates ?? [];
  if (start === undefined || end === undefined) return undefined;
  return { start, end, quarter: quarter === undefined ? undefined : Number(quarter) };
}

const eraStarts: Readonly<Record<string, number>> = { 昭和: 1925, 平成: 1988, 令和: 2018 };
const eraDate = /(昭和|平成|令和)(元|\d{1,2})年(\d{1,2})月(\d{1,2})日/g;

function readEraRange(text: string): string[] | undefined {
  const dates = [...text.matchAll(eraDate)].map(([, era, year, month, day]) => {
    const number = (eraStarts[era ?? ""] ?? 0) + (year === "元" ? 1 : Number(year));
    return `${number}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  });
  return dates.length >= 2 ? dates.slice(0, 2) : undefined;
}

/** First day of the fiscal year that a quarter beginning on `start` belongs to. */
export function yearStartOfQuarter(start: string, quarter: number): string {
  const year = Number(start.slice(0, 4));
  const month = Number(start.slice(5, 7)) - 3 * (quarter - 1);
  const shifted = month < 1 ? [year - 1, month + 12] : [year, month];
  return `${shifted[0]}-${String(shifted[1]).padStart(2, "0")}-${start.slice(8)}`;
}

/** Whole days between two calendar days, the second included. */
export function daysOf(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
}
