import { differs } from "./decimal-compare.ts";
import type { FigureContext } from "./model.ts";
import { type Period, periodKey, periodOf } from "./periods.ts";
import { amountOf, type Filing } from "./series.ts";

/** The history of one forecast: what was expected of a period, notice by notice, and what came of it. */
export interface ForecastHistory {
  readonly key: string;
  readonly issuer: string;
  readonly period: Period;
  readonly basis: FigureContext["basis"];
  /** The amounts that were forecast, in the order of the first notice. */
  readonly amounts: readonly { readonly concept: string; readonly unit: string }[];
  readonly entries: readonly ForecastEntry[];
}

export interface ForecastEntry {
  readonly filing: number;
  readonly kind: "forecast" | "result";
  readonly cells: readonly (ForecastCell | undefined)[];
}

export interface ForecastCell {
  readonly fact: number;
  /** The other end of a range that was forecast. */
  readonly upper: number | null;
  /** Against the entry before it. */
  readonly change: "up" | "down" | "same" | null;
}

const amounts = [
  "NetSales",
  "Revenue",
  "OperatingRevenues",
  "OperatingIncome",
  "OperatingProfit",
  "OrdinaryIncome",
  "ProfitBeforeTax",
  "Profit",
  "ProfitAttributableToOwnersOfParent",
  "BasicEarningsPerShare",
];

interface Notice {
  readonly filing: number;
  readonly kind: "forecast" | "result";
  readonly facts: Map<string, { low?: number; high?: number }>;
}

/** From summaries and notices of revision: newest forecasts last, and the result where it is known. */
export function forecastHistories(filings: readonly Filing[]): ForecastHistory[] {
  const histories = new Map<
    string,
    { issuer: string; period: Period; basis: ForecastHistory["basis"]; notices: Notice[] }
  >();
  const byDate = [...filings.keys()].sort((a, b) => compare(filings[a]?.filedAt ?? "", filings[b]?.filedAt ?? ""));
  for (const at of byDate) {
    const filing = filings[at];
    // Only summaries and notices forecast: what else a filing has is passed over by its elements.
    const concepts = filing?.figures.elements.map(({ name }) => (name.startsWith("tse-") ? amountOf(name) : ""));
    for (const [fact, { element, context, unit, value }] of filing?.figures.facts.entries() ?? []) {
      const concept = concepts?.[element] ?? "";
      if (!amounts.includes(concept)) continue;
      const where = filing?.figures.contexts[context];
      const period = where === undefined ? undefined : periodOf(where);
      if (filing === undefined || where === undefined || period?.months == null || value === null) continue;
      const side = sideOf(where);
      if (side === undefined) continue;
      const key = [filing.issuer, where.basis ?? "", periodKey(period)].join("|");
      const history = histories.get(key) ?? { issuer: filing.issuer, period, basis: where.basis, notices: [] };
      histories.set(key, history);
      const kind = side === "result" ? "result" : "forecast";
      let notice = history.notices.find((each) => each.filing === at && each.kind === kind);
      if (notice === undefined) history.notices.push((notice = { filing: at, kind, facts: new Map() }));
      const cell = `${concept}|${filing.figures.units[unit] ?? ""}`;
      notice.facts.set(cell, { ...notice.facts.get(cell), [side === "high" ? "high" : "low"]: fact });
    }
  }
  return [...histories]
    .filter(([, { notices }]) => notices.some(({ kind }) => kind === "forecast"))
    .map(([key, history]) => historyOf(key, history, filings))
    .sort((a, b) => compare(b.period.end, a.period.end) || compare(a.key, b.key));
}

/** A notice repeats the forecast before it as "previous", which its own notice has said already. */
function sideOf({ members }: FigureContext): "low" | "high" | "result" | undefined {
  const names = members.map(({ member }) => member.slice(member.lastIndexOf(":") + 1));
  const rest = names.filter(
    (name) => !["ForecastMember", "LowerMember", "UpperMember", "ResultMember", "CurrentMember"].includes(name),
  );
  if (rest.length > 0) return undefined;
  if (names.includes("UpperMember")) return "high";
  if (names.includes("ForecastMember") || names.includes("LowerMember")) return "low";
  return names.includes("ResultMember") ? "result" : undefined;
}

function historyOf(
  key: string,
  {
    issuer,
    period,
    basis,
    notices,
  }: { issuer: string; period: Period; basis: ForecastHistory["basis"]; notices: Notice[] },
  filings: readonly Filing[],
): ForecastHistory {
  const columns = [...new Set(notices.flatMap(({ facts }) => [...facts.keys()]))].sort(
    (a, b) => amounts.indexOf(a.split("|")[0] ?? "") - amounts.indexOf(b.split("|")[0] ?? ""),
  );
  const last = new Map<string, { filing: number; fact: number }>();
  const entries = notices.map(({ filing, kind, facts }) => ({
    filing,
    kind,
    cells: columns.map((column): ForecastCell | undefined => {
      const found = facts.get(column);
      const fact = found?.low ?? found?.high;
      if (fact === undefined) return undefined;
      const before = last.get(column);
      last.set(column, { filing, fact });
      const upper = found?.low === undefined ? null : (found.high ?? null);
      return { fact, upper, change: before === undefined ? null : changeOf(filings, before, { filing, fact }) };
    }),
  }));
  const named = columns.map((column) => ({ concept: column.split("|")[0] ?? "", unit: column.split("|")[1] ?? "" }));
  return { key, issuer, period, basis, amounts: named, entries };
}

function changeOf(filings: readonly Filing[], a: At, b: At): ForecastCell["change"] {
  const [before, now] = [a, b].map(({ filing, fact }) => filings[filing]?.figures.facts[fact]);
  if (before?.value == null || now?.value == null) return null;
  const same = !differs(
    { value: before.value, decimals: before.decimals },
    { value: now.value, decimals: now.decimals },
  );
  return same ? "same" : Number(now.value) > Number(before.value) ? "up" : "down";
}

type At = { readonly filing: number; readonly fact: number };

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
