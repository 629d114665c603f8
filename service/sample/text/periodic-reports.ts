import { longDate } from "../calendar.ts";
import { change, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import type { ShortDocument } from "./short-kinds.ts";

/** 半期報告書 and 四半期報告書. */
export function periodic(out: Composer, c: Context, { quarter }: ShortDocument): void {
  const part = quarter === 0 ? 0.5 : quarter / 4;
  const of = (amount: number) => Math.round(amount * part);
  out.add(1, "part-one", "第一部【企業情報】");
  out.add(2, "overview", "第1【企業の概況】");
  out.add(
    3,
    "key-figures",
    "1【主要な経営指標等の推移】",
    table(
      "",
      "百万円",
      ["回次", "前中間連結会計期間", "当中間連結会計期間"],
      [
        [c.terms.sales, yen(of(c.before.sales)), yen(of(c.now.sales))],
        ["経常利益", yen(of(c.before.ordinary)), yen(of(c.now.ordinary))],
        ["純資産額", yen(c.before.netAssets), yen(c.now.netAssets)],
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
    ...c.now.segments.map((segment, at) =>
      paragraph(
        `${segment.name}事業の売上高は${yen(of(segment.sales))}百万円（${change(segment.sales, c.before.segments[at]?.sales ?? 0)}）となりました。${c.customer(at)}向けは${c.demand(at)}状況にあります。`,
      ),
    ),
    ...elaborate(c, 0, 4),
    ...elaborate(c, 1, 4),
  );
  out.add(
    2,
    "financials",
    "第4【経理の状況】",
    table(
      "中間連結損益計算書",
      "百万円",
      ["科目", "前中間", "当中間"],
      [
        [c.terms.sales, yen(of(c.before.sales)), yen(of(c.now.sales))],
        ["営業利益", yen(of(c.before.operating)), yen(of(c.now.operating))],
        ["純利益", yen(of(c.before.net)), yen(of(c.now.net))],
      ],
    ),
    notes("期中レビューを受けております。"),
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
