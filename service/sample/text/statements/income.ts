import type { Figures } from "../../figures.ts";
import type { Context } from "../context.ts";
import { partsOf } from "../parts.ts";
import { equityOf, type Line, sum } from "./balance.ts";

/** Profit from sales down, every subtotal adding up. */
export function incomeOf(c: Context, f: Figures): Line[] {
  const { terms } = c;
  const cost = Math.round(f.sales * 0.71);
  const expenses = f.sales - cost - f.operating;
  const more = Math.round(f.sales * 0.004);
  const beyond = f.ordinary - f.operating;
  const income = partsOf(c, f, "other-income", Math.max(beyond, 0) + more, [2, 3, 2]);
  const costs = partsOf(c, f, "other-costs", sum(income) - beyond, [5, 1, 2]);
  const head: Line[] = [
    [terms.sales, f.sales],
    [terms.cost, cost],
    [terms.gross, f.sales - cost],
    ["販売費及び一般管理費", expenses],
    [terms.operating, f.operating],
  ];
  if (c.issuer.standard !== "日本基準") {
    return [
      ...head,
      ["金融収益", sum(income.slice(0, 2))],
      ["金融費用", sum(costs)],
      ["持分法による投資利益", income[2] ?? 0],
      [terms.ordinary, f.ordinary],
      ["法人所得税費用", f.ordinary - f.net],
      ["当期利益", f.net],
      [terms.net, f.net],
    ];
  }
  const gains = partsOf(c, f, "gains", Math.round(f.sales * 0.0022), [1, 2]);
  const losses = partsOf(c, f, "losses", Math.round(f.sales * 0.0031), [2, 3, 1]);
  const pretax = f.ordinary + sum(gains) - sum(losses);
  const taxes = partsOf(c, f, "taxes", pretax - f.net, [9, 1]);
  return [
    ...head,
    ["受取利息", income[0] ?? 0],
    ["受取配当金", income[1] ?? 0],
    ["その他の営業外収益", income[2] ?? 0],
    ["営業外収益合計", sum(income)],
    ["支払利息", costs[0] ?? 0],
    ["為替差損", costs[1] ?? 0],
    ["その他の営業外費用", costs[2] ?? 0],
    ["営業外費用合計", sum(costs)],
    [terms.ordinary, f.ordinary],
    ["固定資産売却益", gains[0] ?? 0],
    ["投資有価証券売却益", gains[1] ?? 0],
    ["特別利益合計", sum(gains)],
    ["固定資産除却損", losses[0] ?? 0],
    ["減損損失", losses[1] ?? 0],
    ["その他の特別損失", losses[2] ?? 0],
    ["特別損失合計", sum(losses)],
    ["税金等調整前当期純利益", pretax],
    ["法人税、住民税及び事業税", taxes[0] ?? 0],
    ["法人税等調整額", taxes[1] ?? 0],
    ["法人税等合計", sum(taxes)],
    ["当期純利益", f.net],
    [terms.net, f.net],
  ];
}

/** Profit and what else changed own funds without the owners. */
export function comprehensiveOf(c: Context, f: Figures): Line[] {
  const now = equityOf(c, f).comprehensive;
  const before = equityOf(c, c.figures(f.year - 1)).comprehensive;
  const changes = now.map((each, at) => each - (before[at] ?? 0));
  const isInternational = c.issuer.standard === "IFRS";
  return [
    [isInternational ? "当期利益" : "当期純利益", f.net],
    ["その他有価証券評価差額金", changes[0] ?? 0],
    ["為替換算調整勘定", changes[1] ?? 0],
    ["退職給付に係る調整額", changes[2] ?? 0],
    ["その他の包括利益合計", sum(changes)],
    [isInternational ? "当期包括利益" : "包括利益", f.net + sum(changes)],
  ];
}

export function cashFlowOf(c: Context, f: Figures): Line[] {
  const last = c.figures(f.year - 1);
  const dividends = -Math.round((f.dividend * f.shares) / 1000);
  const pretax = incomeOf(c, f).find(([label]) => label === "税金等調整前当期純利益")?.[1] ?? f.ordinary;
  const operating: Line[] = [
    [c.issuer.standard === "日本基準" ? "税金等調整前当期純利益" : c.terms.ordinary, pretax],
    ["減価償却費", f.depreciation],
    ["減損損失", Math.round(f.sales * 0.0012)],
    ["賞与引当金の増減額（△は減少）", Math.round((f.employees - last.employees) * 0.4)],
    ["受取利息及び受取配当金", -Math.round(f.sales * 0.0021)],
    ["支払利息", Math.round(f.borrowings * 0.011)],
    ["売上債権の増減額（△は増加）", last.receivables - f.receivables],
    ["棚卸資産の増減額（△は増加）", last.inventories - f.inventories],
    ["利息及び配当金の受取額", Math.round(f.sales * 0.002)],
    ["利息の支払額", -Math.round(f.borrowings * 0.0108)],
    ["法人税等の支払額", -Math.round(Math.max(last.ordinary, 0) * 0.28)],
  ];
  const investing: Line[] = [
    ["有形固定資産の取得による支出", -f.capex],
    ["無形固定資産の取得による支出", -Math.round(f.capex * 0.11)],
    ["投資有価証券の取得による支出", -Math.round(f.sales * 0.0016)],
    ["投資有価証券の売却による収入", Math.round(f.sales * 0.0023)],
  ];
  const financing: Line[] = [
    ["長期借入れによる収入", Math.round(f.borrowings * 0.21)],
    ["長期借入金の返済による支出", -Math.round(last.borrowings * 0.19)],
    ["リース債務の返済による支出", -Math.round(f.tangible * 0.008)],
    ["配当金の支払額", dividends],
  ];
  const closed = (lines: Line[], name: string, total: number): Line[] => [
    ...lines,
    ["その他", total - sum(lines.map(([, amount]) => amount))],
    [name, total],
  ];
  const change = f.cash - last.cash;
  return [
    ...closed(operating, "営業活動によるキャッシュ・フロー", f.operatingCash),
    ...closed(investing, "投資活動によるキャッシュ・フロー", f.investingCash),
    ...closed(financing, "財務活動によるキャッシュ・フロー", f.financingCash),
    ["現金及び現金同等物に係る換算差額", change - f.operatingCash - f.investingCash - f.financingCash],
    ["現金及び現金同等物の増減額（△は減少）", change],
    ["現金及び現金同等物の期首残高", last.cash],
    ["現金及び現金同等物の期末残高", f.cash],
  ];
}
