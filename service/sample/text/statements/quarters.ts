import type { Figures } from "../../figures.ts";
import type { Context } from "../context.ts";
import { rateOf } from "../parts.ts";

/** The figures that an earnings summary is about: this period's and the same period's of the year before. */
export interface Period {
  readonly quarter: number;
  readonly now: Figures;
  readonly before: Figures;
  /** 第1四半期, 中間期; empty for the whole year. */
  readonly name: string;
  readonly end: string;
}

/**
 * The figures from the beginning of a year to the end of its quarter: what flows is a part of the year's, what stands
 * lies between the ends of the two years. 0 is the whole year.
 */
export function untilQuarter(c: Context, f: Figures, quarter: number): Figures {
  if (quarter === 0) return f;
  const last = c.figures(f.year - 1);
  const share = quarter / 4;
  const season = rateOf(c, f, `season/${quarter}`, 0.94, 1.06);
  const drift = rateOf(c, f, `drift/${quarter}`, 0.86, 1.14);
  const flow = (amount: number, by = season) => Math.round(amount * share * by);
  const between = (pick: (each: Figures) => number) => Math.round(pick(last) + (pick(f) - pick(last)) * share);
  const operating = flow(f.operating, drift);
  const segments = f.segments.map(({ name, sales, profit }) => ({
    name,
    sales: flow(sales),
    profit: flow(profit, drift),
  }));
  const sales = segments.reduce((sum, each) => sum + each.sales, 0);
  // The segments' profits add up to the group's.
  const first = segments[0];
  const spread = operating - segments.reduce((sum, each) => sum + each.profit, 0);
  const netAssets = between((each) => each.netAssets);
  const assets = between((each) => each.assets);
  const cash = between((each) => each.cash);
  const receivables = between((each) => each.receivables);
  const inventories = between((each) => each.inventories);
  const tangible = between((each) => each.tangible);
  const currentAssets = cash + receivables + inventories;
  const operatingCash = flow(f.operatingCash, drift);
  const investingCash = flow(f.investingCash);
  const net = flow(f.net, drift);
  return {
    ...f,
    sales,
    operating,
    ordinary: flow(f.ordinary, drift),
    net,
    segments: first === undefined ? segments : [{ ...first, profit: first.profit + spread }, ...segments.slice(1)],
    assets,
    currentAssets,
    cash,
    receivables,
    inventories,
    tangible,
    investments: assets - currentAssets - tangible,
    liabilities: assets - netAssets,
    borrowings: between((each) => each.borrowings),
    netAssets,
    operatingCash,
    investingCash,
    financingCash: cash - last.cash - operatingCash - investingCash - Math.round(cash * 0.001),
    research: flow(f.research),
    capex: flow(f.capex),
    depreciation: flow(f.depreciation),
    eps: Math.round((net / f.shares) * 100_000) / 100,
    bps: Math.round((netAssets / f.shares) * 100_000) / 100,
  };
}
