import { yearMonth } from "../calendar.ts";
import { percent, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";

/** 第1 企業の概況: figures of five years, history, affiliates and employees. */
export function companyOverview(out: Composer, c: Context): void {
  const { issuer, now } = c;
  const five = [4, 3, 2, 1, 0].map((back) => c.figures(now.year - back));
  const terms = five.map((f) => `第${c.term(f.year)}期`);
  const row = (label: string, pick: (f: (typeof five)[number]) => string) => [label, ...five.map(pick)];
  out.add(2, "overview", "第1【企業の概況】");
  out.add(
    3,
    "key-figures",
    "1【主要な経営指標等の推移】",
    "(1) 連結経営指標等",
    table(
      "",
      "百万円（別途記載のものを除く）",
      ["回次", ...terms],
      [
        row("決算年月", (f) => yearMonth(c.fiscalYear(f.year).end)),
        row(c.salesWord, (f) => yen(f.sales)),
        row("経常利益又は経常損失（△）", (f) => yen(f.ordinary)),
        row("親会社株主に帰属する当期純利益又は当期純損失（△）", (f) => yen(f.net)),
        row("純資産額", (f) => yen(f.netAssets)),
        row("総資産額", (f) => yen(f.assets)),
        row("1株当たり純資産額（円）", (f) => f.bps.toFixed(2)),
        row("1株当たり当期純利益（円）", (f) => (f.eps < 0 ? `△${Math.abs(f.eps).toFixed(2)}` : f.eps.toFixed(2))),
        row("自己資本比率（％）", (f) => percent(f.netAssets, f.assets)),
        row("営業活動によるキャッシュ・フロー", (f) => yen(f.operatingCash)),
        row("投資活動によるキャッシュ・フロー", (f) => yen(f.investingCash)),
        row("財務活動によるキャッシュ・フロー", (f) => yen(f.financingCash)),
        row("現金及び現金同等物の期末残高", (f) => yen(f.cash)),
        row("従業員数（人）", (f) => yen(f.employees)),
      ],
    ),
    notes(
      "潜在株式調整後1株当たり当期純利益については、潜在株式が存在しないため記載しておりません。",
      `従業員数は就業人員であり、臨時雇用者数は含んでおりません。${c.term(now.year - 2)}期に事業の再編を行っております。`,
    ),
  );
  const founded = issuer.foundedYear;
  out.add(
    3,
    "history",
    "2【沿革】",
    table(
      "",
      undefined,
      ["年月", "事項"],
      [
        [
          `${founded}年4月`,
          `${issuer.headOffice}において${issuer.shortName}の前身となる${c.random.pick(["個人商店", "合資会社", "匿名組合"])}を創業`,
        ],
        [`${founded + 14}年10月`, `株式会社に改組し、商号を${issuer.name}に変更`],
        [`${founded + 27}年6月`, `${c.site(0)}を開設し、${c.product(0)}の取扱いを開始`],
        [`${founded + 38}年9月`, `${c.site(1)}を開設`],
        [`${Math.max(founded + 45, 1962)}年11月`, "株式を上場"],
        ["2004年3月", `${c.segment(1)}事業を強化するため、同業の三社を子会社化`],
        ["2015年4月", `${c.product(2)}の販売を開始`],
        [`${now.year - 3}年4月`, `${c.market}市場へ移行し、${c.site(2)}を増強`],
        [`${now.year}年7月`, `${c.theme(0)}を担う専任組織を設置`],
      ],
    ),
  );
  out.add(
    3,
    "business",
    "3【事業の内容】",
    paragraph(
      `当社グループは、当社、子会社${c.subsidiaries}社及び関連会社${c.affiliates}社で構成されており、${issuer.sectorProfile.segments.map(([name]) => `${name}事業`).join("、")}を営んでおります。`,
    ),
    ...issuer.sectorProfile.segments.map(([name, what], at) =>
      paragraph(
        `【${name}】`,
        `${what}を行っております。主要な製品及びサービスは${c.product(at)}及び${c.product(at + 1)}であり、主として${c.customer(at)}向けに供給しております。`,
        c.random.pick([
          "販売は国内においては当社及び販売子会社が、海外においては現地代理店が担っております。",
          "製造は当社及び連結子会社が、保守及び据付は協力会社が行っております。",
          "受注から納入までの期間は平均して五か月程度であります。",
        ]),
      ),
    ),
    ...elaborate(c, 0, 2),
  );
  out.add(
    3,
    "affiliates",
    "4【関係会社の状況】",
    table(
      "",
      undefined,
      ["名称", "主要な事業の内容", "資本金（百万円）", "議決権の所有割合（％）"],
      Array.from({ length: Math.min(9, c.subsidiaries) }, (_, at) => [
        `${c.shortName}${["販売", "サービス", "テクノ", "アジア", "ヨーロッパ", "物流", "ファシリティーズ", "北海道", "九州"][at] ?? "東北"}株式会社`,
        `${c.segment(at)}事業`,
        yen(c.random.int(1, 60) * 10),
        c.random.pick(["100.0", "100.0", "100.0", "80.0", "66.7", "51.0"]),
      ]),
    ),
    notes("主要な事業の内容欄には、セグメントの名称を記載しております。", "特定子会社に該当する会社はありません。"),
  );
  out.add(
    3,
    "employees",
    "5【従業員の状況】",
    table(
      "(1) 連結会社の状況",
      "人",
      ["セグメントの名称", "従業員数"],
      [
        ...now.segments.map((segment) => [
          segment.name,
          yen(Math.round((now.employees * 0.93 * segment.sales) / now.sales)),
        ]),
        [
          "全社（共通）",
          yen(
            now.employees -
              now.segments.reduce(
                (sum, segment) => sum + Math.round((now.employees * 0.93 * segment.sales) / now.sales),
                0,
              ),
          ),
        ],
        ["合計", yen(now.employees)],
      ],
    ),
    table(
      "(2) 提出会社の状況",
      undefined,
      ["従業員数（人）", "平均年齢（歳）", "平均勤続年数（年）", "平均年間給与（円）"],
      [
        [
          yen(now.parentEmployees),
          (39 + c.random.next() * 5).toFixed(1),
          (10 + c.random.next() * 9).toFixed(1),
          yen(c.random.int(5_800, 9_400) * 1000 + c.random.int(0, 999)),
        ],
      ],
    ),
    paragraph(
      `管理職に占める女性労働者の割合は${(c.random.int(38, 190) / 10).toFixed(1)}％、男性労働者の育児休業取得率は${c.random.int(31, 96)}％、労働者の男女の賃金の差異は${(c.random.int(610, 830) / 10).toFixed(1)}％であります。`,
    ),
    paragraph("労働組合との関係は円満に推移しており、特記すべき事項はありません。"),
  );
}
