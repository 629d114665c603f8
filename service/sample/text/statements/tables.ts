import { type Figures, yen } from "../../figures.ts";
import { table } from "../compose.ts";
import type { Context } from "../context.ts";
import { equityOf, type Line, sum } from "./balance.ts";

/** The heads of the two columns that every statement has. */
export const twoYears = (c: Context): readonly [string, string] => [
  `前連結会計年度（${c.before.year}年度）`,
  `当連結会計年度（${c.now.year}年度）`,
];

/** Last year's column and this year's, from one function of a year: what is told twice is told alike. */
export function statement(c: Context, head: string, linesOf: (f: Figures) => readonly Line[], caption = ""): string {
  const [before, now] = twoYears(c);
  return columnsOf(
    head,
    [
      [before, c.before],
      [now, c.now],
    ],
    linesOf,
    caption,
  );
}

/** A column for each period, from the lines of its figures. */
export function columnsOf(
  head: string,
  periods: readonly (readonly [string, Figures])[],
  linesOf: (f: Figures) => readonly Line[],
  caption = "",
): string {
  const columns = periods.map(([, f]) => linesOf(f));
  return table(
    caption,
    "百万円",
    [head, ...periods.map(([label]) => label)],
    (columns[0] ?? []).map(([label], at) => [label, ...columns.map((lines) => yen(lines[at]?.[1] ?? 0))]),
  );
}

/** How own funds changed in one year, by their kinds. */
export function equityChanges(c: Context, f: Figures, caption: string): string {
  const last = c.figures(f.year - 1);
  const [from, to] = [equityOf(c, last), equityOf(c, f)];
  const dividends = -Math.round((f.dividend * f.shares) / 1000);
  const others = sum(to.comprehensive) - sum(from.comprehensive);
  const retained = to.retained - from.retained;
  const own = (e: typeof from) => e.capital + e.surplus + e.retained + e.treasury;
  const row = (label: string, kept: number, other: number) => [
    label,
    "－",
    "－",
    kept === 0 ? "－" : yen(kept),
    "－",
    kept === 0 ? "－" : yen(kept),
    other === 0 ? "－" : yen(other),
    yen(kept + other),
  ];
  const standing = (label: string, e: typeof from, all: number) => [
    label,
    ...[e.capital, e.surplus, e.retained, e.treasury, own(e), sum(e.comprehensive), all].map((each) => yen(each)),
  ];
  return table(
    caption,
    "百万円",
    ["", "資本金", "資本剰余金", "利益剰余金", "自己株式", "株主資本合計", "その他の包括利益累計額", c.terms.netAssets],
    [
      standing("当期首残高", from, last.netAssets),
      row("剰余金の配当", dividends, 0),
      row(c.terms.net, f.net, 0),
      row("その他", retained - dividends - f.net, 0),
      row("株主資本以外の項目の当期変動額（純額）", 0, others),
      row("当期変動額合計", retained, others),
      standing("当期末残高", to, f.netAssets),
    ],
  );
}
