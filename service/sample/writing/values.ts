import { amount } from "./amounts.ts";
import type { Item, Scope } from "./scope.ts";

export interface Place {
  readonly scope: Scope;
  readonly item: Item | undefined;
  readonly key: string;
}

/** A word or a figure by its name: `.name` of the list's item, `now.sales` of a year, everything else of the scope. */
export function valueOf(name: string, scope: Scope, item?: Item): string | number {
  const [of = "", field = ""] = name.split(".");
  const value =
    of === "" ? item?.words[field] : field === "" ? scope.words[name] : of === "t" ? scope.terms[field] : undefined;
  if (value !== undefined) return value;
  if (of === "" && item !== undefined) return amount(item.now, field);
  if (field !== "") {
    if (of === "now") return amount(scope.now, field);
    if (of === "before") return amount(scope.before, field);
    if (of === "last") return amount(scope.last, field);
    if (of === "forecast") return amount(scope.forecast, field);
    if (of === "full") return amount(scope.full, field);
    if (of === "expected") return amount(scope.expected, field);
    if (of === "from" && item !== undefined) return amount(item.before, field);
    const computed = of === "goal" || of === "revised" ? plans[of](scope) : undefined;
    if (computed !== undefined) return amount(computed, field);
  }
  throw new Error(`the sample market has no {${name}}`);
}

/** A figure of this period and of the one before. */
export function both(name: string, { scope, item }: Place): readonly [now: number, before: number] {
  if (name.startsWith(".") && item !== undefined)
    return [amount(item.now, name.slice(1)), amount(item.before, name.slice(1))];
  return [amount(scope.now, name), amount(scope.before, name)];
}

/** Sums that a company plans: goals three years ahead in round figures, and a forecast that moves towards the result. */
export const plans: Readonly<Record<"goal" | "revised", (scope: Scope) => object>> = {
  goal: ({ company, words }) => {
    const base = company.of(Number(words["中計の目標年度"]) - 3);
    const round = (value: number) => Math.round((value * 1.12) / 100) * 100;
    return { sales: round(base.sales), operating: round(base.operating), ordinary: round(base.ordinary) };
  },
  revised: ({ expected, full }) => {
    const near = (name: "sales" | "operating" | "ordinary" | "net") => {
      const way = (full[name] - expected[name]) * 0.85;
      const step = 10 ** Math.max(0, String(Math.abs(Math.round(way))).length - 2);
      return expected[name] + Math.round(way / step) * step;
    };
    const finalDividend = expected.finalDividend + Math.max(1, Math.round(expected.finalDividend * 0.1));
    return {
      ...{ sales: near("sales"), operating: near("operating"), ordinary: near("ordinary"), net: near("net") },
      ...{ finalDividend, dividend: expected.interimDividend + finalDividend },
    };
  },
};

export const standing = ({ quarter, before, last }: Scope) => (quarter === 0 ? before : last);

export const segmentSum = (scope: Scope, of: string, name: string) =>
  scope.items("segments").reduce((sum, each) => sum + amount(of === "now" ? each.now : each.before, name), 0);
