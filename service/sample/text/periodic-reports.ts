import { longDate } from "../calendar.ts";
import { change, type Figures, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import type { ShortDocument } from "./short-kinds.ts";
import { balanceOf } from "./statements/balance.ts";
import { cashFlowOf, incomeOf } from "./statements/income.ts";
import { untilQuarter } from "./statements/quarters.ts";
import { columnsOf } from "./statements/tables.ts";

/** 半期報告書 and 四半期報告書: figures until the quarter, as the earnings summary of the same quarter has them. */
export function periodic(out: Composer, c: Context, { quarter }: ShortDocument): void {
  const now = untilQuarter(c, c.now, quarter);
  const before = untilQuarter(c, c.before, quarter);
  const { terms } = c;
  const named = quarter === 2 ? "中間連結会計期間" : "四半期連結累計期間";
  out.add(1, "part-one", "第一部【企業情報】");
  out.add(2, "overview", "第1【企業の概況】");
  out.add(
    3,
    "key-figures",
    "1【主要な経営指標等の推移】",
    table(
      "",
      "百万円",
      ["回次", `前${named}`, `当${named}`],
      [
        [terms.sales, yen(before.sales), yen(now.sales)],
        [terms.ordinary, yen(before.ordinary), yen(now.ordinary)],
        [terms.netAssets, yen(before.netAssets), yen(now.netAssets)],
      ],
    ),
  );
  out.add(2, "conditions", "第2【事業の状況】");
  out.add(
    3,
    "risks",
    "1【事業等のリスク】",
    paragraph(
      `前事業年度の有価証券報告書に記載した事業等のリスクについて、${c.random.chance(0.6) ? "重要な変更はありません" : `${c.material(0)}の調達に関する事項を追加しております`}。`,
    ),
  );
  out.add(
    3,
    "analysis",
    "2【経営者による財政状態、経営成績及びキャッシュ・フローの状況の分析】",
    paragraph(...c.economy),
    ...now.segments.map((segment, at) =>
      paragraph(
        `${segment.name}事業の売上高は${yen(segment.sales)}百万円（${change(segment.sales, before.segments[at]?.sales ?? 0)}）となりました。${c.customer(at)}向けは${c.demand(at)}状況にあります。`,
      ),
    ),
    ...elaborate(c, 0, c.size === 0 ? 4 : 6),
    ...elaborate(c, 1, 4),
  );
  if (c.size === 0) {
    out.add(
      2,
      "financials",
      "第4【経理の状況】",
      table(
        "中間連結損益計算書",
        "百万円",
        ["科目", "前中間", "当中間"],
        [
          [terms.sales, yen(before.sales), yen(now.sales)],
          [terms.operating, yen(before.operating), yen(now.operating)],
          ["純利益", yen(before.net), yen(now.net)],
        ],
      ),
      notes("期中レビューを受けております。"),
    );
    return;
  }
  statements(out, c, before, now, named);
}

function statements(out: Composer, c: Context, before: Figures, now: Figures, named: string): void {
  const { terms } = c;
  const interim = (title: string) => title.replace("連結", named.slice(0, named.indexOf("連結") + 2));
  const spans = [
    [`前${named}`, before],
    [`当${named}`, now],
  ] as const;
  out.add(2, "financials", "第4【経理の状況】", notes("期中レビューを受けております。"));
  out.add(3, "consolidated", `1【${interim(terms.statements)}】`);
  out.add(
    4,
    "balance-sheet",
    `(1)【${interim(terms.balanceSheet)}】`,
    columnsOf(
      "科目",
      [
        ["前連結会計年度末", c.before],
        [`当${named}末`, now],
      ],
      (f) => balanceOf(c, f),
    ),
  );
  out.add(
    4,
    "income-statement",
    `(2)【${interim(terms.incomeStatement)}】`,
    columnsOf("科目", spans, (f) => incomeOf(c, f)),
  );
  out.add(
    4,
    "cash-statement",
    `(3)【${interim(terms.cashStatement)}】`,
    columnsOf("区分", spans, (f) => cashFlowOf(c, f)),
  );
  out.add(
    4,
    "note-segments",
    "【注記事項】（セグメント情報等）",
    table(
      "",
      "百万円",
      ["セグメント", ...spans.map(([label]) => label)],
      now.segments.map(({ name, sales }, at) => [name, yen(before.segments[at]?.sales ?? 0), yen(sales)]),
    ),
  );
}

export function internalControlReport(out: Composer, c: Context): void {
  out.add(
    1,
    "framework",
    "1【財務報告に係る内部統制の基本的枠組みに関する事項】",
    paragraph(
      `代表取締役社長${c.issuer.president.split(" ")[0] ?? ""}は、当社の財務報告に係る内部統制の整備及び運用に責任を有しております。`,
    ),
  );
  out.add(
    1,
    "scope",
    "2【評価の範囲、基準日及び評価手続に関する事項】",
    paragraph(
      `${longDate(c.fiscalYear(c.now.year).end)}を基準日として、連結${c.terms.sales}の概ね${c.random.int(66, 80)}％に達する${c.random.int(3, 9)}拠点を重要な事業拠点といたしました。`,
    ),
  );
  out.add(
    1,
    "result",
    "3【評価結果に関する事項】",
    paragraph(
      c.random.chance(0.92)
        ? "当社の財務報告に係る内部統制は有効であると判断いたしました。"
        : `${c.segment(1)}事業における棚卸資産の実在性に関する統制に不備があり、開示すべき重要な不備に該当するため、当社の財務報告に係る内部統制は有効でないと判断いたしました。`,
    ),
  );
}

export function confirmation(out: Composer, c: Context): void {
  const surname = c.issuer.president.split(" ")[0] ?? "";
  const { start, end } = c.fiscalYear(c.now.year);
  out.add(
    1,
    "accuracy",
    "1【有価証券報告書の記載内容の適正性に関する事項】",
    paragraph(
      `代表取締役社長${surname}は、当社の第${c.term(c.now.year)}期（自 ${longDate(start)} 至 ${longDate(end)}）の有価証券報告書の記載内容が金融商品取引法令に基づき適正に記載されていることを確認いたしました。`,
    ),
  );
  out.add(1, "remarks", "2【特記事項】", paragraph("確認に当たり、特記すべき事項はありません。"));
}
