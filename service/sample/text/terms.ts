import type { SampleIssuer } from "../issuers.ts";

/** What an issuer calls its figures and statements: its accounting standard and, for a bank, its industry decide. */
export interface Terms {
  readonly sales: string;
  readonly cost: string;
  readonly gross: string;
  readonly operating: string;
  /** The profit before what the standard treats as extraordinary or before tax. */
  readonly ordinary: string;
  readonly net: string;
  readonly netAssets: string;
  readonly equityRatio: string;
  readonly bps: string;
  readonly eps: string;
  readonly balanceSheet: string;
  readonly incomeStatement: string;
  readonly equityStatement: string;
  readonly cashStatement: string;
  readonly notes: string;
  readonly statements: string;
  readonly basis: string;
  /** As a title of an earnings summary prints it. */
  readonly mark: string;
}

const japanese: Terms = {
  sales: "売上高",
  cost: "売上原価",
  gross: "売上総利益",
  operating: "営業利益",
  ordinary: "経常利益",
  net: "親会社株主に帰属する当期純利益",
  netAssets: "純資産額",
  equityRatio: "自己資本比率",
  bps: "1株当たり純資産額",
  eps: "1株当たり当期純利益",
  balanceSheet: "連結貸借対照表",
  incomeStatement: "連結損益計算書及び連結包括利益計算書",
  equityStatement: "連結株主資本等変動計算書",
  cashStatement: "連結キャッシュ・フロー計算書",
  notes: "注記事項",
  statements: "連結財務諸表",
  basis: "「連結財務諸表の用語、様式及び作成方法に関する規則」",
  mark: "日本基準",
};

const bank: Terms = {
  ...japanese,
  sales: "経常収益",
  cost: "資金調達費用及び役務取引等費用",
  gross: "業務粗利益",
  operating: "業務純益",
};

const international: Terms = {
  ...japanese,
  sales: "売上収益",
  ordinary: "税引前利益",
  net: "親会社の所有者に帰属する当期利益",
  netAssets: "親会社の所有者に帰属する持分",
  equityRatio: "親会社所有者帰属持分比率",
  bps: "1株当たり親会社所有者帰属持分",
  eps: "基本的1株当たり当期利益",
  balanceSheet: "連結財政状態計算書",
  equityStatement: "連結持分変動計算書",
  notes: "連結財務諸表注記",
  basis: "国際会計基準（連結財務諸表規則第312条の規定）",
  mark: "IFRS",
};

const american: Terms = {
  ...japanese,
  ordinary: "税引前当期純利益",
  net: "当社株主に帰属する当期純利益",
  netAssets: "株主資本",
  equityRatio: "株主資本比率",
  bps: "1株当たり株主資本",
  eps: "基本的1株当たり当社株主に帰属する当期純利益",
  equityStatement: "連結資本勘定計算書",
  notes: "連結財務諸表に対する注記",
  basis: "米国において一般に公正妥当と認められる企業会計の基準",
  mark: "米国基準",
};

export function termsOf({ standard, sector }: Pick<SampleIssuer, "standard" | "sector">): Terms {
  if (standard === "IFRS") return international;
  if (standard === "米国基準") return american;
  return sector === "銀行業" ? bank : japanese;
}
