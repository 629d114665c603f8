import type { SampleIssuer } from "./issuers.ts";
import { randomOf } from "./random.ts";

/** The figures of one fiscal year, in millions of yen. Tables and prose of all documents are written from these. */
export interface Figures {
  readonly year: number;
  readonly sales: number;
  readonly operating: number;
  readonly ordinary: number;
  readonly net: number;
  readonly segments: readonly { readonly name: string; readonly sales: number; readonly profit: number }[];
  readonly assets: number;
  readonly currentAssets: number;
  readonly cash: number;
  readonly receivables: number;
  readonly inventories: number;
  readonly tangible: number;
  readonly investments: number;
  readonly liabilities: number;
  readonly borrowings: number;
  readonly netAssets: number;
  readonly operatingCash: number;
  readonly investingCash: number;
  readonly financingCash: number;
  readonly research: number;
  readonly capex: number;
  readonly depreciation: number;
  readonly employees: number;
  readonly parentEmployees: number;
  readonly dividend: number;
  readonly shares: number;
  readonly eps: number;
  readonly bps: number;
}

const firstYear = 2008;
const cache = new Map<string, readonly Figures[]>();

/** From a fixed first year on, so that a year's figures don't depend on which years are loaded. */
export function figuresOf(seed: number, issuer: SampleIssuer, year: number): Figures {
  const key = `${seed}/${issuer.index}`;
  let series = cache.get(key);
  if (series === undefined) {
    if (cache.size > 200) cache.clear();
    series = seriesOf(seed, issuer);
    cache.set(key, series);
  }
  const figures = series[year - firstYear];
  if (figures === undefined) throw new RangeError(`the sample market has no year ${year}`);
  return figures;
}

function seriesOf(seed: number, issuer: SampleIssuer): readonly Figures[] {
  const random = randomOf(seed, "figures", issuer.index);
  const margin = 0.02 + random.next() * 0.11;
  const shares = random.int(60, 4_000) * 100;
  let sales = Math.round(10 ** (3.9 + random.next() * 1.9));
  let weights = issuer.sectorProfile.segments.map(() => 0.4 + random.next());
  let netAssets = Math.round(sales * (0.4 + random.next() * 0.5));
  const series: Figures[] = [];
  for (let year = firstYear; year < firstYear + 40; year++) {
    sales = Math.max(2_000, Math.round(sales * (0.93 + random.next() * 0.18)));
    weights = weights.map((weight) => weight * (0.92 + random.next() * 0.17));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const yearMargin = margin + (random.next() - 0.55) * 0.06;
    const operating = Math.round(sales * yearMargin);
    const ordinary = operating + Math.round(sales * (random.next() - 0.45) * 0.012);
    const net = ordinary > 0 ? Math.round(ordinary * (0.6 + random.next() * 0.12)) : Math.round(ordinary * 1.1);
    const dividend = Math.max(0, Math.round(((net * 0.32) / shares) * 1000));
    netAssets = Math.max(Math.round(sales * 0.12), netAssets + net - Math.round((dividend * shares) / 1000));
    const assets = Math.round(netAssets / (0.36 + random.next() * 0.25));
    const currentAssets = Math.round(assets * (0.44 + random.next() * 0.14));
    const cash = Math.round(currentAssets * (0.24 + random.next() * 0.16));
    const receivables = Math.round((currentAssets - cash) * 0.52);
    const tangible = Math.round((assets - currentAssets) * 0.66);
    const depreciation = Math.round(tangible * 0.085);
    const capex = Math.round(depreciation * (0.7 + random.next() * 0.9));
    const operatingCash = net + depreciation + Math.round(sales * (random.next() - 0.5) * 0.02);
    const exchange = randomOf(seed, "exchange", issuer.index, year).next();
    const investingCash = -(capex + Math.round(sales * random.next() * 0.01));
    let left = sales;
    let leftProfit = operating;
    const segments = issuer.sectorProfile.segments.map(([name], at, all) => {
      const last = at === all.length - 1;
      const share = (weights[at] ?? 0) / total;
      const own = last ? left : Math.round(sales * share);
      const profit = last ? leftProfit : Math.round(operating * share * (0.7 + random.next() * 0.6));
      left -= own;
      leftProfit -= profit;
      return { name, sales: own, profit };
    });
    series.push({
      year,
      sales,
      operating,
      ordinary,
      net,
      segments,
      assets,
      currentAssets,
      cash,
      receivables,
      inventories: currentAssets - cash - receivables,
      tangible,
      investments: assets - currentAssets - tangible,
      liabilities: assets - netAssets,
      borrowings: Math.round((assets - netAssets) * 0.44),
      netAssets,
      operatingCash,
      investingCash,
      // What is left after a small effect of exchange rates, so that cash flows lead from one year's cash to the next.
      financingCash:
        cash -
        (series.at(-1)?.cash ?? cash) -
        operatingCash -
        investingCash -
        Math.round(cash * (exchange - 0.5) * 0.02),
      research: Math.round(sales * (0.004 + margin * 0.25)),
      capex,
      depreciation,
      employees: Math.max(80, Math.round(sales / (24 + random.next() * 20))),
      parentEmployees: Math.max(40, Math.round(sales / (55 + random.next() * 30))),
      dividend,
      shares,
      eps: Math.round((net / shares) * 100_000) / 100,
      bps: Math.round((netAssets / shares) * 100_000) / 100,
    });
  }
  return series;
}

const numbers = new Intl.NumberFormat("en-US");

/** As filings print it: grouped, and △ for what is below zero. */
export function yen(amount: number): string {
  return amount < 0 ? `△${grouped(-amount)}` : grouped(amount);
}

/** Amounts are whole mostly, and a document has thousands of them: Intl takes ten times as long. */
function grouped(amount: number): string {
  if (!Number.isSafeInteger(amount)) return numbers.format(amount);
  const digits = String(amount);
  let text = digits.slice(0, digits.length % 3 || 3);
  for (let at = text.length; at < digits.length; at += 3) text += `,${digits.slice(at, at + 3)}`;
  return text;
}

export function percent(part: number, whole: number): string {
  if (whole === 0) return "－";
  const value = Math.round((part / whole) * 1000) / 10;
  return value < 0 ? `△${Math.abs(value).toFixed(1)}` : value.toFixed(1);
}

/** 前期比4.2％増. */
export function change(now: number, before: number): string {
  if (before <= 0 || now <= 0) return now >= before ? "前期は損失" : "前期比で悪化";
  const rate = Math.round((now / before - 1) * 1000) / 10;
  return rate === 0 ? "前期並み" : `前期比${Math.abs(rate).toFixed(1)}％${rate > 0 ? "増" : "減"}`;
}
