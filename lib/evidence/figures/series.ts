import { differs } from "./decimal-compare.ts";
import { conceptOf } from "./labels.ts";
import type { FigureContext, Figures } from "./model.ts";
import { columnsOf, comparePeriods, missingYears, type Period, periodKey, periodOf } from "./periods.ts";

/**
 * Figures of several filings side by side. What is one row has one issuer, one standard, one basis, one unit and one
 * kind of amount; where its figures come from different elements each says from which. Nothing else is ever joined.
 */
export interface Filing {
  readonly documentId: string;
  readonly issuer: string;
  /** When it was published; the newest filing has the last word. */
  readonly filedAt: string;
  readonly figures: Figures;
}

export interface SeriesColumn extends Period {
  /** No filing tells anything of this year. */
  readonly missing: boolean;
}

export interface SeriesCell {
  readonly filing: number;
  readonly fact: number;
  /** Position in the row's elements. */
  readonly element: number;
  /** Figures of earlier filings for the same period that differ beyond rounding. */
  readonly before: readonly { readonly filing: number; readonly fact: number }[];
}

export interface SeriesRow {
  readonly key: string;
  readonly issuer: string;
  readonly concept: string;
  readonly standard: string | null;
  readonly basis: FigureContext["basis"];
  readonly unit: string;
  /** Names of the elements whose figures are in the row. */
  readonly elements: readonly string[];
  readonly cells: readonly (SeriesCell | undefined)[];
}

export interface Series {
  readonly columns: readonly SeriesColumn[];
  readonly rows: readonly SeriesRow[];
}

/** Names of the same amount in different taxonomies. Rows tell which element each figure is of. */
const sameAmounts: readonly (readonly string[])[] = [
  ["NetSales", "Sales"],
  ["ProfitAttributableToOwnersOfParent", "NetIncome"],
  ["BasicEarningsPerShare", "NetIncomePerShare"],
  ["EquityToAssetRatio", "CapitalAdequacyRatio"],
  ["RateOfReturnOnEquity", "NetIncomeToShareholdersEquityRatio"],
  ["TotalAssets", "Assets"],
  ["NetCashProvidedByOperatingActivities", "CashFlowsFromOperatingActivities"],
  ["NetCashProvidedByInvestingActivities", "NetCashProvidedByInvestmentActivities", "CashFlowsFromInvestingActivities"],
  ["NetCashProvidedByFinancingActivities", "CashFlowsFromFinancingActivities"],
  ["CashAndCashEquivalents", "CashAndEquivalentsEndOfPeriod"],
];
const amountNames = new Map(sameAmounts.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)));

/** The kind of amount, whatever taxonomy names it and whether it may be a loss. */
export function amountOf(element: string): string {
  const name = conceptOf(element)
    .replace(/(Profit|Income|Earnings)Loss/, "$1")
    .replace("ProvidedByUsedIn", "ProvidedBy");
  return amountNames.get(name) ?? name;
}

/** The rows that people ask for first, in their order. */
export const keyAmounts = [
  "NetSales",
  "Revenue",
  "OperatingRevenues",
  "OperatingIncome",
  "OperatingProfit",
  "OrdinaryIncome",
  "ProfitBeforeTax",
  "ProfitAttributableToOwnersOfParent",
  "ComprehensiveIncome",
  "NetAssets",
  "TotalAssets",
  "NetAssetsPerShare",
  "BasicEarningsPerShare",
  "EquityToAssetRatio",
  "RateOfReturnOnEquity",
  "NetCashProvidedByOperatingActivities",
  "NetCashProvidedByInvestingActivities",
  "NetCashProvidedByFinancingActivities",
  "CashAndCashEquivalents",
  "NumberOfEmployees",
] as const;

interface Found {
  readonly filing: number;
  readonly fact: number;
  readonly element: string;
  readonly period: Period;
}

export function joinSeries(filings: readonly Filing[], amounts: readonly string[] = keyAmounts): Series {
  const wanted = new Map(amounts.map((name, at) => [name, at]));
  const found = new Map<string, { row: Omit<SeriesRow, "cells" | "elements">; order: number; figures: Found[] }>();
  for (const [filing, { figures, issuer }] of filings.entries()) {
    const amountsOf = figures.elements.map(({ name }) => amountOf(name));
    for (const [fact, { element, context, unit, value }] of figures.facts.entries()) {
      const concept = amountsOf[element] ?? "";
      const order = wanted.get(concept);
      const where = figures.contexts[context];
      if (order === undefined || value === null || where === undefined || !isReported(where)) continue;
      const period = periodOf(where);
      if (period === undefined) continue;
      const { basis } = where;
      const name = figures.elements[element]?.name ?? "";
      const standard = standardOf(name, figures.standard, basis);
      const unitName = figures.units[unit] ?? "";
      const key = [issuer, concept, standard ?? "", basis ?? "", unitName].join("|");
      const row = { key, issuer, concept, standard, basis, unit: unitName };
      const known = found.get(key) ?? { row, order, figures: [] };
      found.set(key, known);
      known.figures.push({ filing, fact, element: name, period });
    }
  }
  const all = [...found.values()];
  const { columns, columnOf } = columnsOf(all.flatMap(({ figures }) => figures.map(({ period }) => period)));
  // A moment at which no period ends is the opening balance of the first one.
  const spans = columns.filter(({ months }) => months !== null);
  const withGaps = addGaps(spans.length === 0 ? columns : spans);
  const positions = new Map(withGaps.map((each, at) => [periodKey(each), at]));
  const place = (period: Period) => positions.get(periodKey(columns[columnOf(period)] ?? period)) ?? -1;
  const rows = all
    .sort((a, b) => a.order - b.order || compareText(a.row.key, b.row.key))
    .map(({ row, figures }) => ({ ...row, ...cellsOf(filings, figures, withGaps.length, place) }));
  return { columns: withGaps, rows };
}

/** Figures of segments and the like have dimensions; a forecast is no result. */
function isReported({ members }: FigureContext): boolean {
  return members.every(({ member }) => /:(?:ResultMember|CurrentMember)$/.test(member));
}

/** Summaries of key figures name the standard in the element; a filer's own statements are always Japanese. */
function standardOf(element: string, filing: string | null, basis: FigureContext["basis"]): string | null {
  if (/IFRS/.test(element) || element.startsWith("ifrs")) return "IFRS";
  if (/USGAAP/.test(element)) return "US GAAP";
  if (element.startsWith("tse-") && basis !== "separate") return filing;
  return /^(?:jpcrp|jppfs)/.test(element) ? "Japan GAAP" : filing;
}

function addGaps(columns: readonly Period[]): SeriesColumn[] {
  const missing = missingYears(columns).map((each) => ({ ...each, missing: true }));
  return [...columns.map((each) => ({ ...each, missing: false })), ...missing].sort(comparePeriods);
}

function cellsOf(
  filings: readonly Filing[],
  figures: readonly Found[],
  width: number,
  place: (period: Period) => number,
): Pick<SeriesRow, "elements" | "cells"> {
  const elements = [...new Set(figures.map(({ element }) => element))];
  // Within a filing the more exact figure: a summary rounds what its statements print in full.
  const newestFirst = [...figures].sort(
    (a, b) => compareText(filedAt(b), filedAt(a)) || exactness(b) - exactness(a) || a.fact - b.fact,
  );
  const cells = new Array<SeriesCell | undefined>(width).fill(undefined);
  for (const { filing, fact, element, period } of newestFirst) {
    const at = place(period);
    const known = cells[at];
    if (at === -1) continue;
    if (known === undefined) cells[at] = { filing, fact, element: elements.indexOf(element), before: [] };
    else if (isRestated(filings, known, { filing, fact })) {
      cells[at] = { ...known, before: [...known.before, { filing, fact }] };
    }
  }
  return { elements, cells };

  function filedAt({ filing }: Found): string {
    return filings[filing]?.filedAt ?? "";
  }

  function exactness({ filing, fact }: Found): number {
    const decimals = Number(filings[filing]?.figures.facts[fact]?.decimals ?? 0);
    return Number.isFinite(decimals) ? decimals : 0;
  }
}

function isRestated(filings: readonly Filing[], now: Place, before: Place): boolean {
  if (now.filing === before.filing) return false;
  const [a, b] = [now, before].map(({ filing, fact }) => filings[filing]?.figures.facts[fact]);
  if (a === undefined || b === undefined || a.value === null || b.value === null) return false;
  return differs({ value: a.value, decimals: a.decimals }, { value: b.value, decimals: b.decimals });
}

type Place = { readonly filing: number; readonly fact: number };

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
