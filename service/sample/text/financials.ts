import { type Figures, yen } from "../figures.ts";
import type { Composer } from "./compose.ts";
import { notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";

/** 第5 経理の状況: statements that add up, and their notes. `length` writes the long notes of a big group, that many times as long. */
export function financials(out: Composer, c: Context, length: number): void {
  out.add(
    2,
    "financials",
    "第5【経理の状況】",
    paragraph(
      `当社の連結財務諸表は、${c.issuer.standard === "IFRS" ? "国際会計基準" : "「連結財務諸表の用語、様式及び作成方法に関する規則」"}に基づいて作成しております。`,
    ),
  );
  out.add(3, "consolidated", "1【連結財務諸表等】");
  out.add(4, "statements", "(1)【連結財務諸表】");
  out.add(5, "balance-sheet", "①【連結貸借対照表】", ...balanceSheet(c.before, c.now));
  out.add(5, "income-statement", "②【連結損益計算書及び連結包括利益計算書】", ...incomeStatement(c, c.before, c.now));
  out.add(5, "equity-statement", "③【連結株主資本等変動計算書】", equity(c.before, c.now));
  out.add(5, "cash-statement", "④【連結キャッシュ・フロー計算書】", cashFlow(c.before, c.now));
  out.add(4, "notes", "【注記事項】");
  out.add(
    5,
    "note-policies",
    "（連結財務諸表作成のための基本となる重要な事項）",
    paragraph(
      `連結子会社の数は${c.subsidiaries}社であります。${c.random.chance(0.4) ? `当連結会計年度において、${c.shortName}テクノ株式会社を連結の範囲から除外しております。` : ""}`,
    ),
    paragraph(
      "棚卸資産は主として移動平均法による原価法、有形固定資産は定額法によっております。顧客との契約から生じる収益は、支配が顧客に移転した時点又は一定の期間にわたり認識しております。",
    ),
  );
  out.add(
    5,
    "note-segments",
    "（セグメント情報等）",
    segmentTable(c),
    notes(
      "調整額には各報告セグメントに配分していない全社費用が含まれております。",
      "セグメント利益は、連結損益計算書の営業利益と調整を行っております。",
    ),
    paragraph(
      `顧客の所在地に基づく売上高は、日本${c.random.int(48, 88)}％、アジア${c.random.int(5, 30)}％、その他であります。`,
    ),
  );
  if (length > 0) longNotes(out, c, length);
  out.add(
    3,
    "standalone",
    "2【財務諸表等】",
    standalone(c),
    paragraph("主な資産及び負債の内容並びにその他については、連結財務諸表に関する注記を参照されたい。"),
  );
}

function two(
  head: string,
  before: Figures,
  now: Figures,
  rows: readonly (readonly [string, (f: Figures) => number])[],
  caption: string,
): string {
  return table(
    caption,
    "百万円",
    [head, `前連結会計年度（${before.year}年度）`, `当連結会計年度（${now.year}年度）`],
    rows.map(([label, pick]) => [label, yen(pick(before)), yen(pick(now))]),
  );
}

function balanceSheet(before: Figures, now: Figures): string[] {
  const assets = two(
    "資産の部",
    before,
    now,
    [
      ["現金及び預金", (f) => f.cash],
      ["受取手形、売掛金及び契約資産 ※1", (f) => f.receivables],
      ["棚卸資産 ※2", (f) => f.inventories],
      ["流動資産合計", (f) => f.currentAssets],
      ["有形固定資産", (f) => f.tangible],
      ["投資その他の資産", (f) => f.investments],
      ["固定資産合計", (f) => f.tangible + f.investments],
      ["資産合計", (f) => f.assets],
    ],
    "",
  );
  const payables = (f: Figures) => Math.round((f.liabilities - f.borrowings) * 0.6);
  const liabilities = two(
    "負債及び純資産の部",
    before,
    now,
    [
      ["支払手形及び買掛金", payables],
      ["短期借入金及び長期借入金", (f) => f.borrowings],
      ["その他の負債", (f) => f.liabilities - f.borrowings - payables(f)],
      ["負債合計", (f) => f.liabilities],
      ["純資産合計", (f) => f.netAssets],
      ["負債純資産合計", (f) => f.assets],
    ],
    "",
  );
  return [
    assets,
    liabilities,
    "※1 期末日満期手形は、満期日に決済が行われたものとして処理しております。",
    "※2 内訳は商品及び製品、仕掛品並びに原材料及び貯蔵品であります。",
  ];
}

function incomeStatement(c: Context, before: Figures, now: Figures): string[] {
  const cost = (f: Figures) => Math.round(f.sales * 0.71);
  return [
    two(
      "科目",
      before,
      now,
      [
        [c.salesWord, (f) => f.sales],
        ["売上原価", cost],
        ["売上総利益", (f) => f.sales - cost(f)],
        ["販売費及び一般管理費 ※1", (f) => f.sales - cost(f) - f.operating],
        ["営業利益又は営業損失（△）", (f) => f.operating],
        ["営業外損益", (f) => f.ordinary - f.operating],
        ["経常利益又は経常損失（△）", (f) => f.ordinary],
        ["法人税等及び特別損益", (f) => f.net - f.ordinary],
        ["親会社株主に帰属する当期純利益又は当期純損失（△）", (f) => f.net],
      ],
      "",
    ),
    `※1 販売費及び一般管理費に含まれる研究開発費は${yen(now.research)}百万円であります。`,
  ];
}

function equity(before: Figures, now: Figures): string {
  const dividends = Math.round((before.dividend * before.shares) / 1000);
  const other = now.netAssets - before.netAssets - now.net + dividends;
  return table(
    "",
    "百万円",
    ["", "純資産合計"],
    [
      ["当期首残高", yen(before.netAssets)],
      ["剰余金の配当", yen(-dividends)],
      ["親会社株主に帰属する当期純利益", yen(now.net)],
      ["その他の変動額", yen(other)],
      ["当期末残高", yen(now.netAssets)],
    ],
  );
}

function cashFlow(before: Figures, now: Figures): string {
  return two(
    "区分",
    before,
    now,
    [
      ["税金等調整前当期純利益", (f) => f.ordinary],
      ["減価償却費", (f) => f.depreciation],
      ["その他", (f) => f.operatingCash - f.ordinary - f.depreciation],
      ["営業活動によるキャッシュ・フロー", (f) => f.operatingCash],
      ["有形固定資産の取得による支出", (f) => -f.capex],
      ["その他", (f) => f.investingCash + f.capex],
      ["投資活動によるキャッシュ・フロー", (f) => f.investingCash],
      ["財務活動によるキャッシュ・フロー", (f) => f.financingCash],
      ["現金及び現金同等物の期末残高", (f) => f.cash],
    ],
    "",
  );
}

function segmentTable(c: Context): string {
  const { now } = c;
  const internal = now.segments.map((segment) => Math.round(segment.sales * 0.03));
  const internalTotal = internal.reduce((sum, each) => sum + each, 0);
  return table(
    "報告セグメントごとの売上高及び利益",
    "百万円",
    ["", ...now.segments.map(({ name }) => name), "調整額", "連結"],
    [
      ["外部顧客への売上高", ...now.segments.map(({ sales }) => yen(sales)), "－", yen(now.sales)],
      ["セグメント間の内部売上高", ...internal.map(yen), yen(-internalTotal), "－"],
      ["セグメント利益", ...now.segments.map(({ profit }) => yen(profit)), "－", yen(now.operating)],
      [
        "減価償却費",
        ...now.segments.map(({ sales }) => yen(Math.round((now.depreciation * sales) / now.sales))),
        "－",
        yen(now.depreciation),
      ],
    ],
  );
}

function standalone(c: Context): string {
  const part = 0.62;
  return table(
    "提出会社の主な経営指標",
    "百万円",
    ["科目", `${c.before.year}年度`, `${c.now.year}年度`],
    [
      ["売上高", yen(Math.round(c.before.sales * part)), yen(Math.round(c.now.sales * part))],
      ["当期純利益", yen(Math.round(c.before.net * part)), yen(Math.round(c.now.net * part))],
      ["総資産", yen(Math.round(c.before.assets * part)), yen(Math.round(c.now.assets * part))],
    ],
  );
}

/** Notes of a big group: financial instruments, retirement benefits, leases, taxes, and its many subsidiaries. */
function longNotes(out: Composer, c: Context, length: number): void {
  const { now, before } = c;
  const share = (f: Figures, part: number) => yen(Math.round(f.assets * part));
  const topics: readonly (readonly [string, readonly string[]])[] = [
    [
      "（金融商品関係）",
      [
        "現金及び預金",
        "受取手形及び売掛金",
        "投資有価証券",
        "長期貸付金",
        "支払手形及び買掛金",
        "短期借入金",
        "社債",
        "長期借入金",
        "デリバティブ取引",
      ],
    ],
    [
      "（退職給付関係）",
      [
        "退職給付債務の期首残高",
        "勤務費用",
        "利息費用",
        "数理計算上の差異の発生額",
        "退職給付の支払額",
        "年金資産の期首残高",
        "期待運用収益",
        "事業主からの拠出額",
      ],
    ],
    [
      "（税効果会計関係）",
      [
        "賞与引当金",
        "棚卸資産評価損",
        "退職給付に係る負債",
        "減損損失",
        "繰越欠損金",
        "評価性引当額",
        "その他有価証券評価差額金",
      ],
    ],
    ["（リース取引関係）", ["1年内", "1年超2年以内", "2年超3年以内", "3年超4年以内", "4年超5年以内", "5年超"]],
    ["（関連当事者情報）", ["原材料の購入", "製品の販売", "債務保証", "土地の賃借", "資金の貸付"]],
    [
      "（収益認識関係）",
      [
        "一時点で移転される財又はサービス",
        "一定の期間にわたり移転される財又はサービス",
        "契約負債の期首残高",
        "契約負債の期末残高",
      ],
    ],
  ];
  out.add(
    5,
    "note-details",
    "（金融商品、退職給付、税効果、リース及び収益認識に関する注記）",
    ...topics.flatMap(([title, labels]) => [
      `**${title}**`,
      paragraph(
        `当社グループは、${c.theme(0)}に必要な資金を主に銀行借入及び社債の発行により調達しております。${c.material(0)}の価格及び為替の変動に係るリスクを回避するためにデリバティブ取引を利用しておりますが、投機的な取引は行わない方針であります。`,
      ),
      table(
        "",
        "百万円",
        ["区分", `前連結会計年度（${before.year}年度）`, `当連結会計年度（${now.year}年度）`, "時価", "差額"],
        labels.map((label, at) => [
          label,
          share(before, 0.011 * (at + 1)),
          share(now, 0.012 * (at + 1)),
          share(now, 0.0121 * (at + 1)),
          yen(Math.round(now.assets * (c.random.next() - 0.5) * 0.001)),
        ]),
      ),
      ...Array.from({ length: 3 * length }, (_, at) => elaborate(c, at, 8)).flat(),
    ]),
  );
  out.add(
    5,
    "note-subsidiaries",
    "（連結子会社の一覧及び業績）",
    ...Array.from({ length: 10 * length }, (_, block) => subsidiariesOf(c, block)).flat(),
  );
}

/** Eleven subsidiaries: first their common facts, then a row for each. */
function subsidiariesOf(c: Context, block: number): string[] {
  const rows = Array.from({ length: 11 }, (_, row) => {
    const at = block * 11 + row;
    const sales = c.random.int(200, 28_000);
    return [
      `${c.shortName}${"東西南北中"[at % 5]}${["販売", "製造", "サービス", "物流"][at % 4]}${at + 1}号㈱`,
      c.segment(at),
      yen(c.random.int(1, 90) * 10),
      (c.random.int(510, 1_000) / 10).toFixed(1),
      yen(sales),
      yen(Math.round(sales * (c.random.next() * 0.13 - 0.02))),
      yen(c.random.int(12, 900)),
    ];
  });
  return [
    paragraph(
      `${c.site(block)}を拠点とする${rows.length}社は、主として${c.product(block)}を取り扱っており、${c.customer(block)}向けの需要は${c.demand(block)}状況にあります。`,
      `${c.theme(block)}に関する取組みとして、${c.material(block)}の使用量を合わせて${c.random.int(2, 24)}％削減いたしました。`,
    ),
    table(
      "",
      "百万円、％、人",
      ["名称", "主要な事業", "資本金", "議決権の所有割合", "売上高", "営業利益", "従業員数"],
      rows,
    ),
    ...elaborate(c, block, 1),
  ];
}
