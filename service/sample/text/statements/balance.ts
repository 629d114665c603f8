import { type Figures, figuresOf } from "../../figures.ts";
import type { Context } from "../context.ts";
import { partsOf } from "../parts.ts";

/** A line of a statement: its label and its amount, in millions of yen. */
export type Line = readonly [label: string, amount: number];

/** What a company's own funds consist of. */
export interface Equity {
  readonly capital: number;
  readonly surplus: number;
  readonly retained: number;
  readonly treasury: number;
  readonly comprehensive: readonly number[];
}

export function equityOf(c: Context, f: Figures): Equity {
  const first = figuresOf(c.seed, c.issuer, 2008).netAssets;
  const capital = Math.round(first * 0.16);
  const surplus = Math.round(first * 0.12);
  const treasury = -Math.round(first * 0.015);
  const comprehensive = partsOf(c, f, "oci", Math.round(f.netAssets * 0.035), [3, 2, 1]);
  const other = comprehensive.reduce((sum, each) => sum + each, 0);
  return {
    capital,
    surplus,
    treasury,
    comprehensive,
    retained: f.netAssets - capital - surplus - treasury - other,
  };
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

/** The lines of the statement of financial position, totals included, in the words of the issuer's standard. */
export function balanceOf(c: Context, f: Figures): Line[] {
  if (c.issuer.sector === "銀行業") return bankBalance(c, f);
  return c.issuer.standard === "IFRS" ? internationalBalance(c, f) : japaneseBalance(c, f);
}

const named = (labels: readonly string[], amounts: readonly number[]): Line[] =>
  labels.map((label, at) => [label, amounts[at] ?? 0]);

function japaneseBalance(c: Context, f: Figures): Line[] {
  const receivables = partsOf(c, f, "receivables", f.receivables, [2, 7, 2]);
  const stocks = partsOf(c, f, "stocks", f.inventories, [4, 3, 3, 1.5]);
  const tangible = partsOf(c, f, "tangible", f.tangible, [38, 24, 6, 24, 3, 5]);
  const intangible = Math.round(f.investments * 0.24);
  const intangibles = partsOf(c, f, "intangible", intangible, [4, 5, 1]);
  const investments = partsOf(c, f, "investments", f.investments - intangible, [10, 1, 3, 2, 2]);
  const { payables, borrowed, current, fixed } = debts(c, f);
  return [
    ["現金及び預金", f.cash],
    ...named(["受取手形", "売掛金", "契約資産"], receivables),
    ...named(["商品及び製品", "仕掛品", "原材料及び貯蔵品", "その他の流動資産"], stocks),
    ["流動資産合計", f.currentAssets],
    ...named(
      [
        "建物及び構築物（純額）",
        "機械装置及び運搬具（純額）",
        "工具、器具及び備品（純額）",
        "土地",
        "リース資産（純額）",
        "建設仮勘定",
      ],
      tangible,
    ),
    ["有形固定資産合計", f.tangible],
    ...named(["のれん", "ソフトウエア", "その他の無形固定資産"], intangibles),
    ["無形固定資産合計", intangible],
    ...named(["投資有価証券", "長期貸付金", "退職給付に係る資産", "繰延税金資産", "その他の投資"], investments),
    ["投資その他の資産合計", f.investments - intangible],
    ["固定資産合計", f.tangible + f.investments],
    ["資産合計", f.assets],
    ["支払手形及び買掛金", payables],
    ...named(["短期借入金", "1年内返済予定の長期借入金"], borrowed.slice(0, 2)),
    ...named(["未払法人税等", "契約負債", "賞与引当金", "製品保証引当金", "その他の流動負債"], current),
    ["流動負債合計", payables + sum(borrowed.slice(0, 2)) + sum(current)],
    ...named(["社債", "長期借入金"], borrowed.slice(2)),
    ...named(["リース債務", "退職給付に係る負債", "資産除去債務", "繰延税金負債", "その他の固定負債"], fixed),
    ["固定負債合計", sum(borrowed.slice(2)) + sum(fixed)],
    ["負債合計", f.liabilities],
    ...equityLines(c, f),
    ["純資産合計", f.netAssets],
    ["負債純資産合計", f.assets],
  ];
}

function debts(c: Context, f: Figures) {
  const other = f.liabilities - f.borrowings;
  const payables = Math.round(other * 0.46);
  const current = Math.round(other * 0.31);
  return {
    payables,
    borrowed: partsOf(c, f, "borrowed", f.borrowings, [3, 2, 4, 6]),
    current: partsOf(c, f, "current", current, [2, 3, 2, 0.5, 3]),
    fixed: partsOf(c, f, "fixed", other - payables - current, [2, 4, 1, 1, 1]),
  };
}

function equityLines(c: Context, f: Figures): Line[] {
  const { capital, surplus, retained, treasury, comprehensive } = equityOf(c, f);
  return [
    ["資本金", capital],
    ["資本剰余金", surplus],
    ["利益剰余金", retained],
    ["自己株式", treasury],
    ["株主資本合計", capital + surplus + retained + treasury],
    ...named(["その他有価証券評価差額金", "為替換算調整勘定", "退職給付に係る調整累計額"], comprehensive),
    ["その他の包括利益累計額合計", sum(comprehensive)],
  ];
}

function internationalBalance(c: Context, f: Figures): Line[] {
  const stocks = partsOf(c, f, "stocks", f.inventories, [8, 1.5, 1]);
  const tangible = partsOf(c, f, "tangible", f.tangible, [8, 2]);
  const others = partsOf(c, f, "investments", f.investments, [3, 3, 2, 4, 1.5, 1]);
  const { payables, borrowed, current, fixed } = debts(c, f);
  const { capital, surplus, retained, treasury, comprehensive } = equityOf(c, f);
  return [
    ["現金及び現金同等物", f.cash],
    ["営業債権及びその他の債権", f.receivables],
    ...named(["棚卸資産", "その他の金融資産（流動）", "その他の流動資産"], stocks),
    ["流動資産合計", f.currentAssets],
    ...named(["有形固定資産", "使用権資産"], tangible),
    ...named(
      [
        "のれん",
        "無形資産",
        "持分法で会計処理されている投資",
        "その他の金融資産（非流動）",
        "繰延税金資産",
        "その他の非流動資産",
      ],
      others,
    ),
    ["非流動資産合計", f.tangible + f.investments],
    ["資産合計", f.assets],
    ["営業債務及びその他の債務", payables],
    ["社債及び借入金（流動）", sum(borrowed.slice(0, 2))],
    ...named(["未払法人所得税", "契約負債", "引当金（流動）", "その他の金融負債（流動）", "その他の流動負債"], current),
    ["流動負債合計", payables + sum(borrowed.slice(0, 2)) + sum(current)],
    ["社債及び借入金（非流動）", sum(borrowed.slice(2))],
    ...named(["リース負債", "退職給付に係る負債", "引当金（非流動）", "繰延税金負債", "その他の非流動負債"], fixed),
    ["非流動負債合計", sum(borrowed.slice(2)) + sum(fixed)],
    ["負債合計", f.liabilities],
    ["資本金", capital],
    ["資本剰余金", surplus],
    ["利益剰余金", retained],
    ["自己株式", treasury],
    ["その他の資本の構成要素", sum(comprehensive)],
    ["親会社の所有者に帰属する持分合計", f.netAssets],
    ["資本合計", f.netAssets],
    ["負債及び資本合計", f.assets],
  ];
}

function bankBalance(c: Context, f: Figures): Line[] {
  const { payables, borrowed, current, fixed } = debts(c, f);
  const lent = f.receivables + f.inventories;
  const intangible = Math.round(f.investments * 0.06);
  const rest = partsOf(c, f, "investments", f.investments - intangible, [12, 1, 2, 1]);
  return [
    ["現金預け金", f.cash],
    ["貸出金", lent],
    ...named(["有価証券", "外国為替", "その他資産", "繰延税金資産"], rest),
    ["有形固定資産", f.tangible],
    ["無形固定資産", intangible],
    ["資産の部合計", f.assets],
    ["預金", payables + sum(borrowed.slice(1)) + sum(fixed)],
    ["譲渡性預金", borrowed[0] ?? 0],
    ...named(["借用金", "外国為替負債", "賞与引当金", "退職給付に係る負債", "その他負債"], current),
    ["負債の部合計", f.liabilities],
    ...equityLines(c, f),
    ["純資産の部合計", f.netAssets],
    ["負債及び純資産の部合計", f.assets],
  ];
}
