import { type Figures, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { noteParagraphs } from "./grammar/paragraphs.ts";
import { partsOf } from "./parts.ts";
import { balanceOf } from "./statements/balance.ts";
import { cashFlowOf, comprehensiveOf, incomeOf } from "./statements/income.ts";
import { type Period, untilQuarter } from "./statements/quarters.ts";
import { columnsOf, equityChanges } from "./statements/tables.ts";

/** What is attached to an earnings summary: the statements, their notes and further figures. */
export function summaryAttachments(out: Composer, c: Context, period: Period): void {
  const { quarter, now, before, name } = period;
  const { terms } = c;
  const spans = [
    [`前${span(quarter)}（${before.year}年度${name}）`, before],
    [`当${span(quarter)}（${now.year}年度${name}）`, now],
  ] as const;
  const stands = [
    [`前連結会計年度（${c.before.year}年度末）`, c.before],
    [quarter === 0 ? `当連結会計年度（${now.year}年度末）` : `当${name}末（${now.year}年度）`, now],
  ] as const;
  const titled = (title: string) =>
    quarter === 0 ? title : title.replace("連結", quarter === 2 ? "中間連結" : "四半期連結");
  const lines = (of: (f: Figures) => ReturnType<typeof incomeOf>) => (f: Figures) =>
    of(f).map(
      ([label, amount]) =>
        [
          quarter === 0
            ? label
            : label.replace("当期", span(quarter).replace("連結会計期間", "").replace("累計期間", "")),
          amount,
        ] as const,
    );
  out.add(
    1,
    "accounting-basis",
    "2．会計基準の選択に関する基本的な考え方",
    paragraph(
      c.issuer.standard === "日本基準"
        ? "当社グループは、連結財務諸表の期間比較可能性及び企業間の比較可能性を考慮し、日本基準を適用しております。国際会計基準の適用については、国内外の諸情勢を考慮のうえ、適切に対応していく方針であります。"
        : `当社グループは、資本市場における財務情報の国際的な比較可能性の向上等を目的として、${terms.basis}を適用しております。`,
    ),
  );
  out.add(1, "statements", `3．${titled(terms.statements)}及び主な注記`);
  out.add(
    2,
    "balance-sheet",
    `(1) ${titled(terms.balanceSheet)}`,
    columnsOf("科目", stands, (f) => balanceOf(c, f)),
  );
  out.add(
    2,
    "income-statement",
    `(2) ${titled(terms.incomeStatement)}`,
    columnsOf(
      "科目",
      spans,
      lines((f) => incomeOf(c, f)),
    ),
    columnsOf(
      "区分",
      spans,
      lines((f) => comprehensiveOf(c, f)),
      "包括利益",
    ),
  );
  if (quarter === 0) {
    out.add(
      2,
      "equity-statement",
      `(3) ${terms.equityStatement}`,
      equityChanges(c, c.before, `前連結会計年度（${c.before.year}年度）`),
      equityChanges(c, c.now, `当連結会計年度（${now.year}年度）`),
    );
  }
  if (quarter % 2 === 0) {
    const title = `(${quarter === 0 ? 4 : 3}) ${titled(terms.cashStatement)}`;
    out.add(
      2,
      "cash-statement",
      title,
      columnsOf("区分", spans, (f) => cashFlowOf(c, f)),
    );
  }
  out.add(2, "notes", `(${quarter === 0 ? 5 : quarter === 2 ? 4 : 3}) ${titled("連結財務諸表")}に関する注記事項`);
  out.add(3, "note-going-concern", "（継続企業の前提に関する注記）", paragraph("該当事項はありません。"));
  out.add(
    3,
    "note-changes",
    "（会計方針の変更、会計上の見積りの変更、修正再表示）",
    paragraph(
      "会計基準等の改正に伴う会計方針の変更及びこれ以外の会計方針の変更はありません。会計上の見積りの変更及び修正再表示もありません。",
    ),
  );
  out.add(
    3,
    "note-segments",
    "（セグメント情報等）",
    ...spans.map(([label, f]) => segmentTable(c, f, label)),
    notes("セグメント利益の調整額は、全社費用及びセグメント間取引の消去であります。"),
    ...[0, 1].map((at) => paragraph(c.writer.write(noteParagraphs, c.subject(at)))),
  );
  out.add(3, "note-revenue", "（収益認識関係）", ...spans.map(([label, f]) => revenueTable(c, f, label)));
  out.add(
    3,
    "note-subsequent",
    "（重要な後発事象）",
    paragraph(
      c.random.chance(0.7)
        ? "該当事項はありません。"
        : `当社は、期間の末日後に${c.site(1)}に係る設備の取得（総額${yen(Math.round(c.now.capex * 0.5))}百万円）を決定いたしました。`,
    ),
  );
  supplements(out, c, period);
}

const span = (quarter: number) =>
  quarter === 0 ? "連結会計年度" : quarter === 2 ? "中間連結会計期間" : "四半期連結累計期間";

function segmentTable(c: Context, f: Figures, caption: string): string {
  const internal = f.segments.map(({ sales }) => Math.round(sales * 0.03));
  const total = internal.reduce((sum, each) => sum + each, 0);
  return table(
    caption,
    "百万円",
    ["", ...f.segments.map(({ name }) => name), "調整額", "連結"],
    [
      [`外部顧客への${c.terms.sales}`, ...f.segments.map(({ sales }) => yen(sales)), "－", yen(f.sales)],
      ["セグメント間の内部売上高又は振替高", ...internal.map(yen), yen(-total), "－"],
      ["セグメント利益", ...f.segments.map(({ profit }) => yen(profit)), "－", yen(f.operating)],
    ],
  );
}

function revenueTable(c: Context, f: Figures, caption: string): string {
  const columns = f.segments.map(({ name, sales }) => partsOf(c, f, `revenue/${name}`, sales, [9, 3, 2, 1.5, 0.5]));
  const row = (label: string, amounts: readonly number[]) => [
    label,
    ...amounts.map(yen),
    yen(amounts.reduce((sum, each) => sum + each, 0)),
  ];
  return table(
    caption,
    "百万円",
    ["地域", ...f.segments.map(({ name }) => name), "合計"],
    [
      ...["日本", "アジア", "北米", "欧州", "その他"].map((market, at) =>
        row(
          market,
          columns.map((column) => column[at] ?? 0),
        ),
      ),
      row(
        "顧客との契約から生じる収益",
        f.segments.map(({ sales }) => sales),
      ),
    ],
  );
}

/** 補足情報: quarter by quarter, for as many quarters as the company tells. */
function supplements(out: Composer, c: Context, { quarter }: Period): void {
  const until = quarter === 0 ? 4 : quarter;
  const alone = (f: Figures, each: number, pick: (one: Figures) => number) =>
    pick(untilQuarter(c, f, each % 4)) - (each === 1 ? 0 : pick(untilQuarter(c, f, each - 1)));
  const quarters = [c.before, c.now].flatMap((f) =>
    [1, 2, 3, 4].filter((each) => f !== c.now || each <= until).map((each) => [f, each] as const),
  );
  const row = (label: string, pick: (f: Figures) => number) => [
    label,
    ...quarters.map(([f, each]) => yen(alone(f, each, pick))),
  ];
  out.add(1, "supplement", "4．補足情報");
  out.add(
    2,
    "supplement-quarters",
    "(1) 四半期別の業績の推移",
    table(
      "",
      "百万円",
      ["", ...quarters.map(([f, each]) => `${f.year}年度 第${each}四半期`)],
      [
        row(c.terms.sales, (f) => f.sales),
        row(c.terms.operating, (f) => f.operating),
        row(c.terms.ordinary, (f) => f.ordinary),
        row(c.terms.net, (f) => f.net),
        ...c.now.segments.map(({ name }, at) => row(`${name}　${c.terms.sales}`, (f) => f.segments[at]?.sales ?? 0)),
        ...c.now.segments.map(({ name }, at) => row(`${name}　利益`, (f) => f.segments[at]?.profit ?? 0)),
      ],
    ),
  );
  const expenses = [c.before, c.now].map((f) => untilQuarter(c, f, quarter));
  out.add(
    2,
    "supplement-investment",
    "(2) 設備投資額、減価償却費及び研究開発費",
    table(
      "",
      "百万円",
      ["", ...expenses.map((f) => `${f.year}年度`)],
      [
        ["設備投資額", ...expenses.map((f) => yen(f.capex))],
        ["減価償却費", ...expenses.map((f) => yen(f.depreciation))],
        ["研究開発費", ...expenses.map((f) => yen(f.research))],
        ["従業員数（人）", ...expenses.map((f) => yen(f.employees))],
      ],
    ),
  );
}
