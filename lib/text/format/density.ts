/** Counts loaded documents and marks the month for which older ones may be missing. */
import { shiftMonth } from "./clock.ts";

export interface MonthCount {
  /** YYYY-MM. */
  readonly month: string;
  readonly count: number;
  /** True where older documents of this month may not be loaded yet. */
  readonly partial: boolean;
}

export interface Density {
  readonly months: readonly MonthCount[];
  readonly most: number;
}

/** Without gaps, at most `monthsMax` of the newest. `complete` says that nothing older exists. */
export function monthlyDensity(
  days: readonly string[],
  options: { readonly until: string; readonly complete: boolean; readonly monthsMax: number },
): Density {
  const counts = new Map<string, number>();
  for (const day of days) {
    const month = day.slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  const known = [...counts.keys()].sort();
  const oldest = known[0];
  const newest = [known.at(-1) ?? "", options.until.slice(0, 7)].sort().at(-1) ?? "";
  const months: MonthCount[] = [];
  for (let month = newest; months.length < options.monthsMax && oldest !== undefined && month >= oldest; ) {
    months.unshift({ month, count: counts.get(month) ?? 0, partial: !options.complete && month === oldest });
    month = shiftMonth(month, -1);
  }
  return { months, most: Math.max(0, ...months.map((each) => each.count)) };
}

/** Heights of bars: none for an empty month, at least 3 px for a month with anything in it. */
export function barHeight(count: number, most: number, heightPx: number): number {
  return count === 0 || most === 0 ? 0 : Math.max(3, Math.round((count / most) * heightPx));
}
