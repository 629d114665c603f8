import type { FigureContext } from "./model.ts";

/** A span of whole months that ends on a day, or (without months) a moment. */
export interface Period {
  readonly end: string;
  readonly months: number | null;
}

export function periodOf({ start, end }: FigureContext): Period | undefined {
  if (end === null) return undefined;
  return { end, months: start === null ? null : monthsBetween(start, end) };
}

const dayMs = 86_400_000;
const monthDays = 30.436875;

function monthsBetween(start: string, end: string): number {
  return Math.max(1, Math.round((Date.parse(end) - Date.parse(start) + dayMs) / dayMs / monthDays));
}

export function periodKey({ end, months }: Period): string {
  return `${end}/${months ?? 0}`;
}

export function comparePeriods(a: Period, b: Period): number {
  return a.end < b.end ? -1 : a.end > b.end ? 1 : (a.months ?? 0) - (b.months ?? 0);
}

/**
 * The columns of a table: what stands on a day belongs to the longest span that ends on it, since a balance at the end
 * of a year is shown under that year.
 */
export function columnsOf(periods: readonly Period[]): { columns: Period[]; columnOf: (period: Period) => number } {
  const spans = new Map<string, Period>();
  for (const period of periods) spans.set(periodKey(period), period);
  const longest = new Map<string, Period>();
  for (const period of spans.values()) {
    const known = longest.get(period.end);
    if (known === undefined || (period.months ?? 0) > (known.months ?? 0)) longest.set(period.end, period);
  }
  const columns = [...spans.values()]
    .filter((period) => period.months !== null || longest.get(period.end) === period)
    .sort(comparePeriods);
  const positions = new Map(columns.map((period, at) => [periodKey(period), at]));
  return {
    columns,
    columnOf: (period) => {
      const shown = period.months === null ? (longest.get(period.end) ?? period) : period;
      return positions.get(periodKey(shown)) ?? -1;
    },
  };
}

/** The year ends between the first and the last one that nothing is known of: they are shown as gaps. */
export function missingYears(periods: readonly Period[]): Period[] {
  const years = periods.filter(({ months }) => months === 12).sort(comparePeriods);
  const missing: Period[] = [];
  for (let at = 1; at < years.length; at++) {
    const last = years.at(at)?.end ?? "";
    let next = aYearAfter(years.at(at - 1)?.end ?? "");
    // A year end that moved by a month or so is no gap.
    while (next < last && Date.parse(last) - Date.parse(next) > 45 * dayMs && missing.length < yearsMax) {
      missing.push({ end: next, months: 12 });
      next = aYearAfter(next);
    }
  }
  return missing;
}

const yearsMax = 60;

function aYearAfter(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const next = Number(year) + 1;
  const lastDay = new Date(Date.UTC(next, Number(month), 0)).getUTCDate();
  const isMonthEnd = Number(date) >= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return `${next}-${month}-${String(isMonthEnd ? lastDay : Math.min(Number(date), lastDay)).padStart(2, "0")}`;
}
