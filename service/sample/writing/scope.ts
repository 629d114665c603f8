import type { Company } from "../company.ts";
import type { Figures } from "../figures/figures.ts";
import type { Chapter, Trade } from "../industry.ts";
import type { SampleIssuer } from "../issuers.ts";
import type { Kind } from "../plan.ts";
import type { Heading } from "./template.ts";

/** One of a list: a segment, a subsidiary, a member of the board. Figures only where it has any. */
export interface Item {
  readonly key: string;
  readonly words: Readonly<Record<string, string>>;
  readonly now: object;
  readonly before: object;
  readonly trade?: Trade;
}

/** The subject of a document. */
export interface Subject {
  readonly year: number;
  /** 0 for a whole year, else its quarter. */
  readonly quarter: number;
  readonly kind: Kind;
  /** Distinguishes two documents of a kind in one year. */
  readonly variant: number;
  readonly filedOn: string;
  /** From 0.2, a small company that has little to say, to 14; 0 writes the shortest form. */
  readonly size: number;
}

/** Everything that the sentences of one document are filled from. */
export interface Scope extends Subject {
  readonly seed: number;
  readonly issuer: SampleIssuer;
  readonly company: Company;
  /** This period, the same of the year before, and the year that ended last. */
  readonly now: Figures;
  readonly before: Figures;
  readonly last: Figures;
  /** The whole year that the period belongs to, and what was expected of the next result at its beginning. */
  readonly full: Figures;
  readonly forecast: Forecast;
  /** The forecast for this year when it began. */
  readonly expected: Forecast;
  readonly words: Readonly<Record<string, string | number>>;
  readonly terms: Readonly<Record<string, string>>;
  figures(year: number): Figures;
  /** A number that belongs to the company and moves a little with each year. */
  rate(name: string, low: number, high: number, year: number): number;
  holds(conditions: readonly string[], item?: Item): boolean;
  items(list: string): readonly Item[];
  list(name: string, item?: Item): readonly string[];
  chapter(name: string, item?: Item): Chapter | undefined;
  headings(insert: string): readonly Heading[];
}

export type Forecast = ReturnType<typeof forecastOf>;

/** The forecast for the year after one: a little more of everything, in round sums. */
export function forecastOf(f: Pick<Figures, "sales" | "operating" | "ordinary" | "net" | "dividend" | "shares">) {
  const ahead = (value: number, by: number) => {
    const step = 10 ** Math.max(1, String(Math.abs(Math.round(value))).length - 3);
    return Math.max(step, Math.round((Math.max(value, 0) * by) / step) * step);
  };
  const net = ahead(f.net, 1.04);
  return {
    sales: ahead(f.sales, 1.03),
    operating: ahead(Math.max(f.operating, f.sales * 0.01), 1.05),
    ordinary: ahead(Math.max(f.ordinary, f.sales * 0.01), 1.05),
    net: ahead(Math.max(f.net, f.sales * 0.006), 1.04),
    eps: Math.round((net / f.shares) * 100_000) / 100,
    dividend: f.dividend,
    interimDividend: Math.floor(f.dividend / 2),
    finalDividend: f.dividend - Math.floor(f.dividend / 2),
  };
}
