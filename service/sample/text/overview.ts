import { yearMonth } from "../calendar.ts";
import { type Figures, percent, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import { policyParagraphs } from "./grammar/paragraphs.ts";
import { affiliates, employees } from "./group.ts";
import { countOf, partsOf, rateOf } from "./parts.ts";
import { parentOf } from "./standalone.ts";
import { equityOf } from "./statements/balance.ts";
import { comprehensiveOf } from "./statements/income.ts";

/** 第1 企業の概況: figures of five years, history, affiliates and employees. */
export function companyOverview(out: Composer, c: Context): void {
  out.add(2, "overview", "第1【企業の概況】");
  keyFigures(out, c);
  history(out, c);
  business(out, c);
  affiliates(out, c);
  employees(out, c);
}

type Row = readonly [label: string, pick: (f: Figures) => string];

const perShare = (value: number) => (value < 0 ? `△${Math.abs(value).toFixed(2)}` : value.toFixed(2));

function fiveYears(c: Context, unit: string, rows: readonly Row[]): string {
  const five = [4, 3, 2, 1, 0].map((back) => c.figures(c.now.year - back));
  return table(
    "",
    unit,
    ["回次", ...five.map((f) => `第${c.term(f.year)}期`)],
    rows.map(([label, pick]) => [label, ...five.map(pick)]),
  );
}

function keyFigures(out: Composer, c: Context): void {
  const { terms, size } = c;
  const orLoss = (label: string) =>
    c.issuer.standard === "日本基準" ? `${label}又は${label.replace("利益", "損失")}（△）` : label;
  const loss = c.issuer.standard === "日本基準" ? "親会社株主に帰属する当期純利益又は当期純損失（△）" : terms.net;
  const price = (f: Figures) => Math.max(120, Math.round(f.bps * rateOf(c, f, "price", 0.7, 2.1)));
  const comprehensive = (f: Figures) => comprehensiveOf(c, f).at(-1)?.[1] ?? 0;
  const more = (rows: readonly Row[]) => (size === 0 ? [] : rows);
  const group: Row[] = [
    ["決算年月", (f) => yearMonth(c.fiscalYear(f.year).end)],
    [terms.sales, (f) => yen(f.sales)],
    ...more(c.issuer.standard === "日本基準" ? [] : [[terms.operating, (f) => yen(f.operating)]]),
    [orLoss(terms.ordinary), (f) => yen(f.ordinary)],
    [loss, (f) => yen(f.net)],
    ...more([[c.issuer.standard === "IFRS" ? "当期包括利益" : "包括利益", (f) => yen(comprehensive(f))]]),
    [terms.netAssets, (f) => yen(f.netAssets)],
    ["総資産額", (f) => yen(f.assets)],
    [`${terms.bps}（円）`, (f) => perShare(f.bps)],
    [`${terms.eps}（円）`, (f) => perShare(f.eps)],
    [`${terms.equityRatio}（％）`, (f) => percent(f.netAssets, f.assets)],
    ...more([
      ["自己資本利益率（％）", (f) => percent(f.net, Math.round((f.netAssets + c.figures(f.year - 1).netAssets) / 2))],
      ["株価収益率（倍）", (f) => (f.eps > 0 ? (price(f) / f.eps).toFixed(1) : "－")],
    ]),
    ["営業活動によるキャッシュ・フロー", (f) => yen(f.operatingCash)],
    ["投資活動によるキャッシュ・フロー", (f) => yen(f.investingCash)],
    ["財務活動によるキャッシュ・フロー", (f) => yen(f.financingCash)],
    ["現金及び現金同等物の期末残高", (f) => yen(f.cash)],
    ["従業員数（人）", (f) => yen(f.employees)],
  ];
  const unit = "百万円（別途記載のものを除く）";
  const said = notes(
    "潜在株式調整後1株当たり当期純利益については、潜在株式が存在しないため記載しておりません。",
    "従業員数は就業人員であり、臨時雇用者数は含んでおりません。",
  );
  out.add(3, "key-figures", "1【主要な経営指標等の推移】", "(1) 連結経営指標等", fiveYears(c, unit, group), said);
  if (size === 0) return;
  const high = (f: Figures) => Math.round(price(f) * rateOf(c, f, "high", 1.08, 1.42));
  out.add(
    4,
    "key-figures-parent",
    "(2) 提出会社の経営指標等",
    fiveYears(c, unit, [
      ["決算年月", (f) => yearMonth(c.fiscalYear(f.year).end)],
      [c.issuer.sector === "銀行業" ? "経常収益" : "売上高", (f) => yen(parentOf(f).sales)],
      ["経常利益", (f) => yen(parentOf(f).ordinary)],
      ["当期純利益", (f) => yen(parentOf(f).net)],
      ["資本金", (f) => yen(equityOf(c, f).capital)],
      ["発行済株式総数（千株）", (f) => yen(f.shares)],
      ["純資産額", (f) => yen(parentOf(f).netAssets)],
      ["総資産額", (f) => yen(parentOf(f).assets)],
      ["1株当たり配当額（円）", (f) => f.dividend.toFixed(2)],
      ["1株当たり中間配当額（円）", (f) => Math.floor(f.dividend / 2).toFixed(2)],
      ["自己資本比率（％）", (f) => percent(parentOf(f).netAssets, parentOf(f).assets)],
      ["配当性向（％）", (f) => (f.eps > 0 ? ((f.dividend / f.eps) * 100).toFixed(1) : "－")],
      ["従業員数（人）", (f) => yen(f.parentEmployees)],
      ["株主総利回り（％）", (f) => rateOf(c, f, "return", 78, 240).toFixed(1)],
      ["最高株価（円）", (f) => yen(high(f))],
      ["最低株価（円）", (f) => yen(Math.round(price(f) * rateOf(c, f, "low", 0.58, 0.92)))],
    ]),
    notes(
      `最高株価及び最低株価は、東京証券取引所${c.market}市場におけるものであります（2022年4月3日以前は市場区分の見直し前の市場におけるものであります。）。`,
      "当社株式の株価は架空のものであります。",
    ),
  );
}

function history(out: Composer, c: Context): void {
  const { issuer, now } = c;
  const founded = issuer.foundedYear;
  const steady = c.steady("history", 1_000);
  const origin = steady.write(["個人商店", "合資会社", "匿名組合"], c.subject(0));
  const events: (readonly [number, number, string])[] = [
    [founded, 4, `${issuer.headOffice}において${issuer.shortName}の前身となる${origin}を創業`],
    [founded + 14, 10, `株式会社に改組し、商号を${issuer.name}に変更`],
    [founded + 27, 6, `${c.site(0)}を開設し、${issuer.sectorProfile.products[0] ?? ""}の取扱いを開始`],
    [founded + 38, 9, `${c.site(1)}を開設`],
    [Math.max(founded + 45, 1962), 11, "株式を上場"],
    [2004, 3, `${c.segment(1)}事業を強化するため、同業の三社を子会社化`],
    [2015, 4, `${issuer.sectorProfile.products[2] ?? ""}の販売を開始`],
    [2022, 4, `市場区分の見直しにより${c.market}市場へ移行し、${c.site(2)}を増強`],
    [2023, 7, `${c.theme(0)}を担う専任組織を設置`],
    [2024, 10, `${c.site(3)}の改修を完了`],
  ];
  if (c.size > 0) {
    const happenings = [
      "{region}に駐在員事務所を開設",
      "{site}が品質に関する国際規格の認証を取得",
      "{prod}の累計の取扱いが{k:10-900}千件に到達",
      "{region}に現地法人を設立",
      "{partner}と{theme}に関する共同研究を開始",
      "{district}の同業{n:2-4}社から事業を譲受け",
      "{site}に{prod}の専用の棟を竣工",
      "{seg}事業を分社化",
      "本店を{district}から現在地に移転",
      "{mat}の共同の調達を開始",
      "{cust}向けの専門の部門を設置",
      "環境に関する国際規格の認証を{n:3-12}拠点で取得",
    ];
    const count = 6 + Math.round(c.size * 6);
    for (let at = 0; at < count; at++) {
      const year = Math.round(1968 + (at * (2021 - 1968)) / count);
      events.push([year, 1 + ((at * 5) % 12), steady.write(happenings, c.subject(at))]);
    }
  }
  const told = events.filter(([year]) => year <= now.year).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  out.add(
    3,
    "history",
    "2【沿革】",
    table(
      "",
      undefined,
      ["年月", "事項"],
      told.map(([year, month, event]) => [`${year}年${month}月`, event]),
    ),
  );
}

function business(out: Composer, c: Context): void {
  const { issuer, now } = c;
  const steady = c.steady("business", 4);
  const ways = [
    "販売は国内においては当社及び販売子会社が、海外においては現地代理店が担っております。",
    "提供は当社及び連結子会社が、保守及び付随する業務は協力会社が行っております。",
    "受注から納入までの期間は平均して五か月程度であります。",
  ];
  const parts = partsOf(
    c,
    now,
    "products",
    now.sales,
    issuer.sectorProfile.products.map((_, at) => 6 - at),
  );
  out.add(
    3,
    "business",
    "3【事業の内容】",
    paragraph(
      `当社グループは、当社、子会社${c.subsidiaries}社及び関連会社${c.affiliates}社で構成されており、${issuer.sectorProfile.segments.map(([name]) => `${name}事業`).join("、")}を営んでおります。`,
    ),
    ...issuer.sectorProfile.segments.flatMap(([name, what], at) => [
      paragraph(
        `【${name}】`,
        `${what}を行っております。主要な製品及びサービスは${c.product(at)}及び${c.product(at + 1)}であり、主として${c.customer(at)}向けに供給しております。`,
        steady.write(ways, c.subject(at)),
      ),
      ...Array.from({ length: Math.round(c.size) }, (_, each) =>
        paragraph(steady.write(policyParagraphs, c.subject(at + 3 * each))),
      ),
    ]),
    ...(c.size === 0
      ? elaborate(c, 0, 1)
      : [
          table(
            "主要な製品及びサービスの販売高",
            "百万円、％",
            ["製品及びサービス", "主な顧客", "販売高", "構成比"],
            issuer.sectorProfile.products.map((product, at) => [
              product,
              c.customer(at),
              yen(parts[at] ?? 0),
              percent(parts[at] ?? 0, now.sales),
            ]),
          ),
          paragraph(
            `事業の系統は、当社を中心に連結子会社${countOf(c, now, "chain", 2, 14)}社が販売を、${countOf(c, now, "makers", 1, 9)}社が製造又は役務の提供を担う形となっております。`,
          ),
        ]),
  );
}
