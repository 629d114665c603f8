import { type Figures, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { partsOf } from "./parts.ts";
import { type Line, sum } from "./statements/balance.ts";

/** The parent company alone, as a part of the group. */
export function parentOf(f: Figures) {
  const part = (amount: number) => Math.round(amount * 0.62);
  return {
    sales: part(f.sales),
    operating: part(f.operating),
    ordinary: part(f.ordinary),
    net: part(f.net),
    assets: part(f.assets),
    netAssets: part(f.netAssets),
  };
}

/** 2 財務諸表等: the company alone. */
export function standalone(out: Composer, c: Context): void {
  const short = table(
    "提出会社の主な経営指標",
    "百万円",
    ["科目", `${c.before.year}年度`, `${c.now.year}年度`],
    (
      [
        ["売上高", (f: Figures) => parentOf(f).sales],
        ["当期純利益", (f: Figures) => parentOf(f).net],
        ["総資産", (f: Figures) => parentOf(f).assets],
      ] as const
    ).map(([label, pick]) => [label, yen(pick(c.before)), yen(pick(c.now))]),
  );
  const reference = paragraph("主な資産及び負債の内容並びにその他については、連結財務諸表に関する注記を参照されたい。");
  if (c.size === 0) {
    out.add(3, "standalone", "2【財務諸表等】", short, reference);
    return;
  }
  out.add(3, "standalone", "2【財務諸表等】");
  out.add(4, "standalone-statements", "(1)【財務諸表】");
  out.add(
    5,
    "standalone-balance",
    "①【貸借対照表】",
    ofTwo(c, (f) => balance(c, f)),
  );
  out.add(
    5,
    "standalone-income",
    "②【損益計算書】",
    ofTwo(c, (f) => income(c, f)),
  );
  out.add(
    5,
    "standalone-notes",
    "【個別注記事項】",
    paragraph(
      "資産の評価基準及び評価方法、固定資産の減価償却の方法、引当金の計上基準並びに収益及び費用の計上基準は、連結財務諸表に記載した内容と同一であります。",
    ),
    table(
      "関係会社に対する金銭債権及び金銭債務",
      "百万円",
      ["区分", `前事業年度（${c.before.year}年度）`, `当事業年度（${c.now.year}年度）`],
      pairs(c, (f) =>
        named(
          ["短期金銭債権", "長期金銭債権", "短期金銭債務"],
          partsOf(c, f, "related", Math.round(f.receivables * 0.2), [5, 1, 3]),
        ),
      ),
    ),
    paragraph(
      `関係会社株式（貸借対照表計上額 子会社株式${yen(Math.round(c.now.investments * 0.31))}百万円）は、市場価格のない株式等のため、時価を記載しておりません。`,
    ),
  );
  out.add(5, "standalone-schedules", "④【附属明細表】", ...schedules(c));
  out.add(4, "standalone-contents", "(2)【主な資産及び負債の内容】", reference);
  out.add(4, "standalone-others", "(3)【その他】", paragraph("該当事項はありません。"));
}

const named = (labels: readonly string[], amounts: readonly number[]): Line[] =>
  labels.map((label, at) => [label, amounts[at] ?? 0]);

function pairs(c: Context, linesOf: (f: Figures) => readonly Line[]): string[][] {
  const before = linesOf(c.before);
  return linesOf(c.now).map(([label, amount], at) => [label, yen(before[at]?.[1] ?? 0), yen(amount)]);
}

function ofTwo(c: Context, linesOf: (f: Figures) => readonly Line[]): string {
  return table(
    "",
    "百万円",
    ["科目", `前事業年度（${c.before.year}年度）`, `当事業年度（${c.now.year}年度）`],
    pairs(c, linesOf),
  );
}

function balance(c: Context, f: Figures): Line[] {
  const { assets, netAssets } = parentOf(f);
  const current = partsOf(c, f, "parent-current", Math.round(assets * 0.4), [5, 6, 3, 2, 1.5, 2, 1]);
  const fixed = partsOf(c, f, "parent-fixed", assets - sum(current), [6, 4, 1, 5, 0.5, 1.5, 6, 9, 2, 1.5]);
  const liabilities = assets - netAssets;
  const debts = partsOf(c, f, "parent-debts", liabilities, [4, 3, 2, 1, 1, 2, 3, 5, 1.5, 1]);
  const own = partsOf(c, f, "parent-equity", netAssets, [2, 1.6, 0.4, 5, 0.6]);
  return [
    ...named(
      [
        "現金及び預金",
        "売掛金及び契約資産",
        "商品及び製品",
        "仕掛品",
        "原材料及び貯蔵品",
        "関係会社短期貸付金",
        "その他の流動資産",
      ],
      current,
    ),
    ["流動資産合計", sum(current)],
    ...named(
      [
        "建物",
        "機械及び装置",
        "工具、器具及び備品",
        "土地",
        "建設仮勘定",
        "ソフトウエア",
        "投資有価証券",
        "関係会社株式",
        "繰延税金資産",
        "その他の投資",
      ],
      fixed,
    ),
    ["固定資産合計", sum(fixed)],
    ["資産合計", assets],
    ...named(
      ["買掛金", "短期借入金", "1年内返済予定の長期借入金", "未払法人税等", "賞与引当金", "その他の流動負債"],
      debts.slice(0, 6),
    ),
    ["流動負債合計", sum(debts.slice(0, 6))],
    ...named(["社債", "長期借入金", "退職給付引当金", "その他の固定負債"], debts.slice(6)),
    ["固定負債合計", sum(debts.slice(6))],
    ["負債合計", liabilities],
    ...named(["資本金", "資本準備金", "利益準備金", "その他利益剰余金", "その他有価証券評価差額金"], own),
    ["純資産合計", netAssets],
    ["負債純資産合計", assets],
  ];
}

function income(c: Context, f: Figures): Line[] {
  const { sales, operating, ordinary, net } = parentOf(f);
  const cost = Math.round(sales * 0.74);
  const beyond = ordinary - operating;
  const gained = partsOf(c, f, "parent-income", Math.max(beyond, 0) + Math.round(sales * 0.006), [1, 5, 1]);
  return [
    [c.issuer.sector === "銀行業" ? "経常収益" : "売上高", sales],
    ["売上原価", cost],
    ["売上総利益", sales - cost],
    ["販売費及び一般管理費", sales - cost - operating],
    ["営業利益", operating],
    ...named(["受取利息", "受取配当金", "その他の営業外収益"], gained),
    ["営業外費用合計", sum(gained) - beyond],
    ["経常利益", ordinary],
    ["法人税等及び特別損益", ordinary - net],
    ["当期純利益", net],
  ];
}

function schedules(c: Context): string[] {
  const before = partsOf(c, c.before, "parent-fixed-assets", Math.round(c.before.tangible * 0.6), [6, 4, 1, 5, 0.6]);
  const now = partsOf(c, c.now, "parent-fixed-assets", Math.round(c.now.tangible * 0.6), [6, 4, 1, 5, 0.6]);
  const rows = ["建物", "機械及び装置", "工具、器具及び備品", "土地", "建設仮勘定"].map((label, at) => {
    const [opening, closing] = [before[at] ?? 0, now[at] ?? 0];
    const worn = label === "土地" || label === "建設仮勘定" ? 0 : Math.round(opening * 0.08);
    const gained = Math.max(0, closing - opening + worn) + Math.round(opening * 0.03);
    return [
      label,
      yen(opening),
      yen(gained),
      yen(opening + gained - worn - closing),
      worn === 0 ? "－" : yen(worn),
      yen(closing),
    ];
  });
  const reserve = (name: string, part: number) => {
    const of = (f: Figures) => Math.round(f.employees * part);
    return [name, yen(of(c.before)), yen(of(c.now)), yen(of(c.before)), yen(of(c.now))];
  };
  return [
    table(
      "有形固定資産等明細表",
      "百万円",
      ["資産の種類", "当期首残高", "当期増加額", "当期減少額", "当期償却額", "当期末残高"],
      rows,
    ),
    notes(`当期増加額の主な内容は、${c.site(0)}における設備の取得であります。`),
    table(
      "引当金明細表",
      "百万円",
      ["科目", "当期首残高", "当期増加額", "当期減少額", "当期末残高"],
      [reserve("賞与引当金", 0.41), reserve("役員賞与引当金", 0.012), reserve("製品保証引当金", 0.06)],
    ),
  ];
}
