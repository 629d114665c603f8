import { change, percent, yen } from "../figures.ts";
import { type Composer, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import type { ShortDocument } from "./short-kinds.ts";

/** 決算短信: the summary of figures first, then what the company makes of them. */
export function earningsSummary(out: Composer, c: Context, { quarter }: ShortDocument): void {
  const part = quarter === 0 ? 1 : quarter / 4;
  const of = (amount: number, drift = 1) => Math.round(amount * part * drift);
  const rows = (f: typeof c.now, drift: number) => [
    yen(of(f.sales)),
    yen(of(f.operating, drift)),
    yen(of(f.ordinary, drift)),
    yen(of(f.net, drift)),
  ];
  const drift = quarter === 0 ? 1 : 0.86 + c.random.next() * 0.3;
  out.add(
    1,
    "summary",
    "サマリー情報",
    paragraph(`上場会社名　${c.issuer.name}　コード番号　${c.issuer.securityCode}　代表者　${c.issuer.president}`),
  );
  out.add(
    2,
    "summary-results",
    "1．連結業績",
    table(
      "連結経営成績（累計）",
      "百万円",
      ["", c.terms.sales, "営業利益", "経常利益", "親会社株主に帰属する当期純利益"],
      [
        [`${c.now.year}年度`, ...rows(c.now, drift)],
        [`${c.before.year}年度`, ...rows(c.before, 1)],
      ],
    ),
    table(
      "連結財政状態",
      "百万円、％",
      ["", "総資産", "純資産", "自己資本比率"],
      [[`${c.now.year}年度`, yen(c.now.assets), yen(c.now.netAssets), percent(c.now.netAssets, c.now.assets)]],
    ),
  );
  out.add(
    2,
    "summary-dividends",
    "2．配当の状況",
    table(
      "",
      "円",
      ["", "第2四半期末", "期末", "合計"],
      [
        [
          `${c.now.year}年度`,
          String(Math.floor(c.now.dividend / 2)),
          String(Math.ceil(c.now.dividend / 2)),
          String(c.now.dividend),
        ],
      ],
    ),
  );
  out.add(
    2,
    "summary-forecast",
    "3．連結業績予想",
    paragraph(
      `通期の連結業績予想は、${c.terms.sales}${yen(Math.round((c.now.sales * 1.03) / 100) * 100)}百万円、営業利益${yen(Math.round((Math.max(c.now.operating, 1) * 1.05) / 10) * 10)}百万円であり、直近に公表した予想から${c.random.chance(0.3) ? "修正しております" : "変更はありません"}。`,
    ),
  );
  out.add(1, "qualitative", "添付資料　1．経営成績等の概況");
  out.add(
    2,
    "qualitative-results",
    "(1) 当期の経営成績の概況",
    paragraph(...c.economy),
    ...c.now.segments.map((segment, at) =>
      paragraph(
        `${segment.name}事業の売上高は${yen(of(segment.sales))}百万円（${change(segment.sales, c.before.segments[at]?.sales ?? 0)}）、セグメント利益は${yen(of(segment.profit, drift))}百万円となりました。`,
      ),
    ),
    ...elaborate(c, quarter, 4),
  );
  out.add(
    2,
    "qualitative-position",
    "(2) 当期の財政状態の概況",
    paragraph(`総資産は${yen(c.now.assets)}百万円、純資産は${yen(c.now.netAssets)}百万円となりました。`),
    ...elaborate(c, quarter + 1, 2),
  );
  out.add(
    2,
    "qualitative-outlook",
    "(3) 今後の見通し",
    paragraph(
      `${c.customer(quarter)}向けの需要は${c.demand(quarter)}ものと見込んでおります。${c.material(quarter)}価格は${c.materialTrend}、通期では営業利益に${yen(Math.round(c.now.sales * 0.003))}百万円の影響を見込んでおります。`,
    ),
  );
  if (quarter === 0)
    out.add(
      1,
      "going-concern",
      "継続企業の前提に関する重要事象等",
      paragraph(
        c.now.net < 0 && c.before.net < 0
          ? "当社グループは二期連続して純損失を計上しており、継続企業の前提に重要な疑義を生じさせるような状況が存在しておりますが、資金計画に照らし重要な不確実性は認められないものと判断しております。"
          : "該当事項はありません。",
      ),
    );
}
