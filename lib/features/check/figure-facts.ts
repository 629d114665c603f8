import { amountOf, type Figures } from "../../evidence/figures/index.ts";
import type { Fact } from "./facts.ts";
import { bareLabel } from "./items.ts";
import { exactOfValue, shifted, type Unit } from "./quantities.ts";

/** The figures of an owned package. */
export interface FilingFigures {
  readonly issuer: string;
  readonly documentId: string;
  readonly title: string | null;
  readonly filedAt: string;
  readonly figures: Figures;
}

const labelsOfAmounts: Readonly<Record<string, readonly string[]>> = {
  NetSales: ["売上高"],
  Revenue: ["売上収益"],
  OperatingRevenues: ["営業収益"],
  OperatingIncome: ["営業利益"],
  OperatingProfit: ["営業利益"],
  OrdinaryIncome: ["経常利益"],
  TotalAssets: ["総資産額", "資産合計"],
  NetAssets: ["純資産額", "純資産合計"],
  EquityToAssetRatio: ["自己資本比率"],
  RateOfReturnOnEquity: ["自己資本利益率"],
  NetCashProvidedByOperatingActivities: ["営業活動によるキャッシュ・フロー"],
  NetCashProvidedByInvestingActivities: ["投資活動によるキャッシュ・フロー"],
  NetCashProvidedByFinancingActivities: ["財務活動によるキャッシュ・フロー"],
  NumberOfEmployees: ["従業員数"],
};

export function factsOfFigures({ issuer, documentId, filedAt, figures }: FilingFigures): Fact[] {
  const facts: Fact[] = [];
  const labelsOf = figures.elements.map(({ name, ja, en, row }) =>
    [row, ja, en, ...(labelsOfAmounts[amountOf(name)] ?? [])].flatMap((label) => label ?? []).map(bareLabel),
  );
  for (const fact of figures.facts) {
    const context = figures.contexts[fact.context];
    const measured = unitOf(figures.units[fact.unit] ?? "", fact.scale);
    if (fact.value === null || context?.end == null || measured === undefined) continue;
    const members = context.members.map(({ member }) => member.slice(member.lastIndexOf(":") + 1));
    const plain = members.filter((name) => !/^(?:Result|Current|Forecast)Member$/u.test(name));
    const own = fact.row === null ? [] : [bareLabel(fact.row)];
    facts.push({
      ...{ issuer, documentId, filedAt },
      labels: [...new Set([...own, ...(labelsOf[fact.element] ?? [])])].filter((label) => label.length >= 2),
      end: context.end.slice(0, 7),
      months: context.start === null ? null : monthsOf(context.start, context.end),
      scope: context.basis,
      forecast: members.includes("ForecastMember"),
      exact: shifted(exactOfValue(fact.value, fact.decimals), measured.shift),
      unit: measured.unit,
      rank: 3,
      isPart: plain.length > 0 || /期首/u.test(fact.row ?? ""),
      shown: (fact.negative ? "△" : "") + (fact.shown ?? fact.value),
      words: `${fact.row ?? ""} ${fact.shown ?? fact.value}`.trim(),
      at: { text: null, offset: 0, section: null },
    });
  }
  return facts;
}

function unitOf(unit: string, scale: number): { unit: Unit; shift: number } | undefined {
  const bare = unit.replace(/^.*:/u, "").toLowerCase();
  if (/jpy.*share/iu.test(unit) || bare === "jpy") return { unit: "yen", shift: 0 };
  if (bare === "usd") return { unit: "dollar", shift: 0 };
  if (bare === "shares") return { unit: "shares", shift: 0 };
  if (bare !== "pure") return undefined;
  return scale === -2 ? { unit: "percent", shift: 2 } : { unit: "none", shift: 0 };
}

function monthsOf(start: string, end: string): number {
  return Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000 / 30.4));
}
