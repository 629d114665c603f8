import { longDate } from "../calendar.ts";
import { change, type Figures, percent, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { summaryAttachments } from "./earnings-attachments.ts";
import { elaborate } from "./elaborate.ts";
import type { ShortDocument } from "./short-kinds.ts";
import { type Period, untilQuarter } from "./statements/quarters.ts";

/** 決算短信: the summary of figures first, then what the company makes of them, then the statements. */
export function earningsSummary(out: Composer, c: Context, { quarter }: ShortDocument): void {
  const year = c.fiscalYear(c.now.year);
  const period: Period = {
    quarter,
    now: untilQuarter(c, c.now, quarter),
    before: untilQuarter(c, c.before, quarter),
    name: ["", "第1四半期", "中間期", "第3四半期"][quarter] ?? "",
    end: quarter === 0 ? year.end : (year.quarterEnds[quarter - 1] ?? year.end),
  };
  summary(out, c, period);
  qualitative(out, c, period);
  if (c.size > 0) summaryAttachments(out, c, period);
}

function summary(out: Composer, c: Context, { quarter, now, before, name, end }: Period): void {
  const { terms } = c;
  const label = (f: Figures) => `${f.year}年度${name}`;
  const net = quarter === 0 ? terms.net : terms.net.replace("当期", quarter === 2 ? "中間" : "四半期");
  out.add(
    1,
    "summary",
    "サマリー情報",
    paragraph(`上場会社名　${c.issuer.name}　コード番号　${c.issuer.securityCode}　代表者　${c.issuer.president}`),
    ...(c.size === 0
      ? []
      : [
          paragraph(
            `${longDate(end)}に終了した期間の連結業績は次のとおりであります。決算補足説明資料の作成の有無：有　決算説明会の開催の有無：${quarter % 2 === 0 ? "有（機関投資家・証券アナリスト向け）" : "無"}`,
          ),
        ]),
  );
  const growth = (f: Figures, last: Figures, pick: (each: Figures) => number) =>
    percent(pick(f) - pick(last), Math.abs(pick(last)));
  const earlier = untilQuarter(c, c.figures(c.now.year - 2), quarter);
  const row = (f: Figures, last: Figures) =>
    c.size === 0
      ? [label(f), yen(f.sales), yen(f.operating), yen(f.ordinary), yen(f.net)]
      : [
          label(f),
          ...[
            (e: Figures) => e.sales,
            (e: Figures) => e.operating,
            (e: Figures) => e.ordinary,
            (e: Figures) => e.net,
          ].flatMap((pick) => [yen(pick(f)), growth(f, last, pick)]),
        ];
  const names = [terms.sales, terms.operating, terms.ordinary, net];
  const position = (f: Figures) => [label(f), yen(f.assets), yen(f.netAssets), percent(f.netAssets, f.assets)];
  out.add(
    2,
    "summary-results",
    "1．連結業績",
    table(
      "連結経営成績（累計）",
      c.size === 0 ? "百万円" : "百万円、％表示は対前年同期増減率",
      ["", ...(c.size === 0 ? names : names.flatMap((each) => [each, "％"]))],
      [row(now, before), row(before, earlier)],
    ),
    ...(c.size === 0
      ? []
      : [
          table(
            "1株当たり情報",
            "円",
            ["", terms.eps, terms.bps],
            [now, before].map((f) => [label(f), f.eps.toFixed(2).replace("-", "△"), f.bps.toFixed(2)]),
          ),
        ]),
    table(
      "連結財政状態",
      "百万円、％",
      ["", "総資産", terms.netAssets, terms.equityRatio],
      c.size === 0 ? [position(now)] : [position(now), position(c.before)],
    ),
    ...(c.size === 0 || quarter % 2 === 1
      ? []
      : [
          table(
            "連結キャッシュ・フローの状況",
            "百万円",
            ["", "営業活動", "投資活動", "財務活動", "現金及び現金同等物期末残高"],
            [now, before].map((f) => [
              label(f),
              yen(f.operatingCash),
              yen(f.investingCash),
              yen(f.financingCash),
              yen(f.cash),
            ]),
          ),
        ]),
  );
  const paid = (f: Figures) => [
    String(Math.floor(f.dividend / 2)),
    String(Math.ceil(f.dividend / 2)),
    String(f.dividend),
  ];
  out.add(
    2,
    "summary-dividends",
    "2．配当の状況",
    table(
      "",
      "円",
      ["", "第2四半期末", "期末", "合計"],
      c.size === 0
        ? [[`${now.year}年度`, ...paid(c.now)]]
        : [
            [`${c.before.year}年度`, ...paid(c.before)],
            [`${now.year}年度${quarter === 0 ? "" : "（予想）"}`, ...paid(c.now)],
          ],
    ),
  );
  forecast(out, c, quarter);
}

function forecast(out: Composer, c: Context, quarter: number): void {
  const { terms } = c;
  const base = quarter === 0 ? c.now : c.before;
  const ahead = (amount: number, by: number, step: number) => Math.round((Math.max(amount, 1) * by) / step) * step;
  const expected = [
    ahead(base.sales, 1.03, 100),
    ahead(base.operating, 1.05, 10),
    ahead(base.ordinary, 1.05, 10),
    ahead(base.net, 1.04, 10),
  ];
  out.add(
    2,
    "summary-forecast",
    "3．連結業績予想",
    paragraph(
      `通期の連結業績予想は、${terms.sales}${yen(expected[0] ?? 0)}百万円、${terms.operating}${yen(expected[1] ?? 0)}百万円であり、直近に公表した予想から${c.random.chance(0.3) ? "修正しております" : "変更はありません"}。`,
    ),
    ...(c.size === 0
      ? []
      : [
          table(
            `${base.year + 1}年度の連結業績予想`,
            "百万円",
            ["", terms.sales, terms.operating, terms.ordinary, terms.net],
            [["通期", ...expected.map(yen)]],
          ),
          notes(
            "直近に公表されている業績予想からの修正の有無は上記のとおりであります。",
            `期末発行済株式数（自己株式を含む）は${yen(c.now.shares * 1000)}株であります。`,
            "決算短信は公認会計士又は監査法人の監査の対象外であります。",
            "本資料に記載されている業績見通し等の将来に関する記述は、当社が現在入手している情報及び合理的であると判断する一定の前提に基づいており、実際の業績等は様々な要因により大きく異なる可能性があります。",
          ),
        ]),
  );
}

function qualitative(out: Composer, c: Context, { quarter, now, before }: Period): void {
  const { terms } = c;
  const more = Math.round(c.size);
  out.add(1, "qualitative", "添付資料　1．経営成績等の概況");
  out.add(
    2,
    "qualitative-results",
    "(1) 当期の経営成績の概況",
    paragraph(
      ...c.economy.map((sentence) => (quarter === 0 ? sentence : sentence.replace("当連結会計年度", "当期間"))),
    ),
    ...(c.size === 0
      ? []
      : [
          paragraph(
            `この結果、当期間の${terms.sales}は${yen(now.sales)}百万円（${change(now.sales, before.sales)}）、${terms.operating}は${yen(now.operating)}百万円（${change(now.operating, before.operating)}）となりました。`,
          ),
        ]),
    ...now.segments.map((segment, at) =>
      paragraph(
        `${segment.name}事業の売上高は${yen(segment.sales)}百万円（${change(segment.sales, before.segments[at]?.sales ?? 0)}）、セグメント利益は${yen(segment.profit)}百万円となりました。`,
        ...(c.size === 0
          ? []
          : [c.writer.write(["{cause}ことが主な要因であります。", "{effect}。", "{response}。"], c.subject(at))]),
      ),
    ),
    ...elaborate(c, quarter, c.size === 0 ? 4 : 3 + more * 2),
  );
  out.add(
    2,
    "qualitative-position",
    "(2) 当期の財政状態の概況",
    paragraph(
      `総資産は${yen(now.assets)}百万円、${terms.netAssets.replace(/額$/, "")}は${yen(now.netAssets)}百万円となりました。`,
    ),
    ...elaborate(c, quarter + 1, c.size === 0 ? 2 : 1 + more),
  );
  if (c.size > 0 && quarter % 2 === 0) {
    out.add(
      2,
      "qualitative-cash",
      "(3) 当期のキャッシュ・フローの概況",
      paragraph(
        `営業活動によるキャッシュ・フローは${yen(now.operatingCash)}百万円、投資活動によるキャッシュ・フローは${yen(now.investingCash)}百万円、財務活動によるキャッシュ・フローは${yen(now.financingCash)}百万円となりました。`,
        `現金及び現金同等物の残高は${yen(now.cash)}百万円であります。`,
      ),
      ...elaborate(c, quarter + 2, 1),
    );
  }
  out.add(
    2,
    "qualitative-outlook",
    `(${c.size > 0 && quarter % 2 === 0 ? 4 : 3}) 今後の見通し`,
    paragraph(
      `${c.customer(quarter)}向けの需要は${c.demand(quarter)}ものと見込んでおります。${c.material(quarter)}価格は${c.materialTrend}、通期では営業利益に${yen(Math.round(c.now.sales * 0.003))}百万円の影響を見込んでおります。`,
    ),
    ...(c.size === 0 ? [] : elaborate(c, quarter, 1 + more)),
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
