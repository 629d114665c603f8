import type { Industry } from "../industry.ts";
import { type Random, randomOf } from "../random.ts";
import { closed, type Figures, type Flows, firstFigures, type Stocks } from "./figures.ts";
import { type Nature, natureOf } from "./nature.ts";

const firstYear = 2006;

/** The figures of one company year by year. A year's don't depend on which years are loaded. */
export interface Series {
  of(year: number): Figures;
  /** From the beginning of a year to the end of its quarter, as of the year before it. 0 is the whole year. */
  until(year: number, quarter: number): Figures;
}

export function seriesOf(seed: number, index: number, industry: Industry, isJapanese: boolean): Series {
  const random = randomOf(seed, "figures", index);
  const nature = natureOf(index, industry, random);
  // Each year follows from the one before it, and each is computed once.
  const known = new Map<string, Figures>();
  const of = (year: number): Figures =>
    found(known, `${year}`, () => {
      if (year > firstYear) return nextYear(of(year - 1), nature, randomOf(seed, "figures", index, year), isJapanese);
      if (year < firstYear) throw new RangeError(`the sample market has no year ${year}`);
      return firstFigures(year, nature, industry, random);
    });
  const until = (year: number, quarter: number): Figures =>
    quarter === 0
      ? of(year)
      : found(known, `${year}/${quarter}`, () =>
          partOf(of(year), of(year - 1), quarter, randomOf(seed, "part", index, year, quarter)),
        );
  return { of, until };
}

function found<T>(known: Map<string, T>, key: string, make: () => T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

function nextYear(last: Figures, nature: Nature, random: Random, isJapanese: boolean): Figures {
  const around = (spread: number) => 1 + (random.next() - 0.5) * 2 * spread;
  const segments = last.segments.map(({ name, sales }) => ({
    name,
    sales: Math.round(sales * (1 + nature.growth + (random.next() - 0.5) * 2 * nature.swing)),
  }));
  const sales = segments.reduce((sum, each) => sum + each.sales, 0);
  const growth = sales / last.sales - 1 - nature.growth;
  const usual = nature.margin + 0.45 * (last.operating / last.sales - nature.margin);
  const operating = Math.round(sales * (usual + growth * 0.2 + (random.next() - 0.5) * nature.margin * 0.32));
  const depreciation = Math.round(last.tangible * 0.095);
  const wanted = (sales * nature.tangible - last.tangible) * 0.3;
  const impairment = random.chance(0.35) ? Math.round(last.tangible * 0.004 * random.next()) : 0;
  const capex = Math.round(Math.max(depreciation * 0.4, depreciation * around(0.18) + wanted));
  const interestIncome = Math.round((last.cash + last.investments * 0.3) * 0.0015);
  const dividendIncome = Math.round(last.investments * 0.009);
  const interestCost = Math.round(last.borrowings * (last.year >= 2023 ? 0.0105 : 0.0082));
  const flows: Flows = {
    segments: withProfits(segments, operating, sales, random),
    operating,
    cost: Math.min(Math.round(sales * nature.cost * around(0.012)), sales - operating - Math.round(sales * 0.03)),
    interestIncome,
    dividendIncome,
    otherIncome: Math.round(sales * 0.0008 * around(0.4)),
    interestCost,
    exchangeLoss: Math.round(sales * 0.0005 * random.next()),
    otherCosts: Math.round(sales * 0.0006 * around(0.4)),
    gains: isJapanese ? Math.round(sales * 0.0014 * random.next()) : 0,
    retirementLoss: isJapanese ? Math.round(sales * 0.0009 * around(0.5)) : 0,
    impairment,
    taxRate: 0.285 + random.next() * 0.05,
    depreciation,
    capex,
    research: Math.round(sales * nature.research * around(0.05)),
    dividendsPaid: 0,
  };
  const stocks: Stocks = {
    receivables: Math.round(sales * nature.receivables * around(0.04)),
    inventories: Math.round(sales * nature.inventories * around(0.06)),
    otherCurrent: Math.round(sales * 0.022 * around(0.12)),
    intangible: Math.max(Math.round(last.intangible * 0.82), Math.round(sales * 0.03 * around(0.12))),
    investments: Math.round(last.investments * 0.7 + sales * nature.investments * 0.3 * around(0.06)),
    payables: Math.round(sales * nature.payables * around(0.05)),
    otherLiabilities: Math.round(sales * 0.12 * around(0.03)),
    ociSecurities: Math.round(last.ociSecurities * 0.8 + last.investments * 0.05 * random.next()),
    ociCurrency: Math.round(last.ociCurrency * 0.85 + sales * 0.006 * (random.next() - 0.35)),
    ociPension: Math.round(last.ociPension * 0.8 + sales * 0.003 * (random.next() - 0.4)),
    borrowings: last.borrowings,
  };
  const employees = Math.round(last.employees + (sales / nature.salesPerPerson - last.employees) * 0.3);
  const next = (borrowings: number, paid: number, dividend: number) =>
    closed(
      last,
      { ...flows, dividendsPaid: paid },
      { ...stocks, borrowings },
      { employees, dividend, quarter: 0, random },
    );
  // Debt takes up what is missing to the usual cash, half of it a year; cash is what is left.
  const trial = next(last.borrowings, 0, last.dividend);
  const dividend = dividendOf(trial, last, nature);
  const paid = Math.round(((last.finalDividend + Math.floor(dividend / 2)) * last.shares) / 1000);
  const missing = Math.round(sales * nature.cash) - (trial.cash - paid);
  const least = Math.round(sales * 0.015);
  const borrowings = Math.max(least, last.borrowings + Math.round(missing * 0.5));
  const cash = trial.cash - paid + borrowings - last.borrowings;
  const short = Math.max(0, Math.round(sales * nature.cash * 0.4) - cash);
  return next(borrowings + short, paid, dividend);
}

/** Dividends follow profits slowly, and fall only in a year with a loss. More than enough equity goes to the holders. */
function dividendOf(year: Figures, last: Figures, { payout, equity }: Nature): number {
  if (year.net <= 0) return Math.max(2, Math.round(last.dividend * 0.7));
  const share = year.equityRatio / 100 > equity + 0.06 ? payout + 0.35 : payout;
  const wanted = ((year.net * share) / last.shares) * 1000;
  return Math.max(2, last.dividend, Math.round(last.dividend + (wanted - last.dividend) * 0.4));
}

/** Segments earn unlike margins; together with the costs of the whole group they give its profit. */
function withProfits(
  segments: readonly { readonly name: string; readonly sales: number }[],
  operating: number,
  sales: number,
  random: Random,
): Flows["segments"] {
  const corporate = Math.round(sales * 0.006);
  const weights = segments.map((each, at) => each.sales * (1.15 - 0.15 * (at % 3)) * (0.9 + random.next() * 0.2));
  const total = weights.reduce((sum, each) => sum + each, 0);
  let left = operating + corporate;
  return segments.map((each, at) => {
    const profit =
      at === segments.length - 1 ? left : Math.round(((operating + corporate) * (weights[at] ?? 0)) / total);
    left -= profit;
    return { ...each, profit };
  });
}

/** A flow is a part of the year's, a balance lies between the ends of the two years. */
function partOf(f: Figures, last: Figures, quarter: number, random: Random): Figures {
  const share = quarter / 4;
  const season = 0.97 + random.next() * 0.06;
  const flow = (value: number, by = season) => Math.round(value * share * by);
  const stand = (name: keyof Stocks | "employees") => Math.round(last[name] + (f[name] - last[name]) * share);
  const drift = season + (random.next() - 0.5) * 0.16;
  const segments = f.segments.map(({ name, sales }) => ({
    name,
    sales: flow(sales, season * (0.98 + random.next() * 0.04)),
  }));
  const sales = segments.reduce((sum, each) => sum + each.sales, 0);
  const operating = flow(f.operating, drift);
  const flows: Flows = {
    segments: withProfits(segments, operating, sales, random),
    operating,
    cost: flow(f.cost, sales / (f.sales * share)),
    interestIncome: flow(f.interestIncome),
    dividendIncome: flow(f.dividendIncome),
    otherIncome: flow(f.otherIncome),
    interestCost: flow(f.interestCost),
    exchangeLoss: flow(f.exchangeLoss),
    otherCosts: flow(f.otherCosts),
    gains: flow(f.gains),
    retirementLoss: flow(f.retirementLoss),
    impairment: 0,
    taxRate: f.pretax > 0 ? f.taxes / f.pretax : 0.3,
    depreciation: flow(f.depreciation, 1),
    capex: flow(f.capex),
    research: flow(f.research),
    dividendsPaid: Math.round(((last.finalDividend + (quarter === 3 ? f.interimDividend : 0)) * f.shares) / 1000),
  };
  const stocks: Stocks = {
    receivables: stand("receivables"),
    inventories: stand("inventories"),
    otherCurrent: stand("otherCurrent"),
    intangible: stand("intangible"),
    investments: stand("investments"),
    payables: stand("payables"),
    otherLiabilities: stand("otherLiabilities"),
    ociSecurities: stand("ociSecurities"),
    ociCurrency: stand("ociCurrency"),
    ociPension: stand("ociPension"),
    borrowings: stand("borrowings"),
  };
  return closed(last, flows, stocks, { employees: stand("employees"), dividend: f.dividend, quarter, random });
}
