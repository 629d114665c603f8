import { longDate, yearMonth } from "../calendar.ts";
import { change, percent, yen } from "../figures.ts";
import { type Composer, list, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate, elaborateFully } from "./elaborate.ts";
import { outlookParagraphs, researchParagraphs } from "./grammar/paragraphs.ts";
import { rateOf } from "./parts.ts";
import { companyOf } from "./people.ts";

/** 第2 事業の状況, the rest: how management explains the year, its contracts and its research. */
export function analysis(out: Composer, c: Context): void {
  const { now, before } = c;
  out.add(3, "analysis", "4【経営者による財政状態、経営成績及びキャッシュ・フローの状況の分析】");
  out.add(
    4,
    "analysis-results",
    "(1) 経営成績の状況",
    paragraph(...c.economy),
    paragraph(
      `このような環境のもと、当社グループは中期経営計画「${c.plan}」の${["初年度", "二年目", "最終年度"][now.year % 3]}として、${c.theme(0)}及び${c.theme(1)}に取り組んでまいりました。※1`,
    ),
    paragraph(
      `この結果、当連結会計年度の${c.terms.sales}は${yen(now.sales)}百万円（${change(now.sales, before.sales)}）、${c.terms.operating}は${yen(now.operating)}百万円（${change(now.operating, before.operating)}）、${c.terms.ordinary}は${yen(now.ordinary)}百万円（${change(now.ordinary, before.ordinary)}）、${c.terms.net}は${yen(now.net)}百万円（${change(now.net, before.net)}）となりました。`,
    ),
    table(
      `セグメント別${c.terms.sales}`,
      "百万円、％",
      ["セグメント", "前連結会計年度", "当連結会計年度", "増減額", "増減率"],
      [
        ...now.segments.map((segment, at) => {
          const past = before.segments[at]?.sales ?? 0;
          return [
            segment.name,
            yen(past),
            yen(segment.sales),
            yen(segment.sales - past),
            percent(segment.sales - past, past),
          ];
        }),
        [
          "合計",
          yen(before.sales),
          yen(now.sales),
          yen(now.sales - before.sales),
          percent(now.sales - before.sales, before.sales),
        ],
      ],
    ),
    ...now.segments.map((segment, at) => {
      const past = before.segments[at];
      const up = segment.sales >= (past?.sales ?? 0);
      return paragraph(
        `${segment.name}事業は、${c.product(at)}が${c.customer(at)}向けに${up ? c.random.pick(["堅調に推移し", "大型案件の納入により伸長し", "価格改定の効果により増加し"]) : c.random.pick(["在庫調整の影響を受け", "競争の激化により減少し", "前期の大型案件の反動があり"])}、売上高は${yen(segment.sales)}百万円（${change(segment.sales, past?.sales ?? 0)}）、セグメント利益は${yen(segment.profit)}百万円となりました。`,
        segment.profit >= (past?.profit ?? 0)
          ? `${c.material(at)}価格の上昇を生産性の改善及び販売価格への転嫁で吸収いたしました。`
          : `${c.material(at)}価格の上昇及び${c.random.pick(["人件費の増加", "立上げ費用", "品質対策費用"])}が利益を押し下げました。`,
      );
    }),
    ...[0, 1, 2].flatMap((at) => elaborate(c, at, c.size === 0 ? 5 : Math.round(2 + c.size * 3))),
    ...(c.size === 0 ? [] : elaborateFully(c)),
    "※1 計画の内容は「1 経営方針、経営環境及び対処すべき課題等」に記載しております。",
  );
  out.add(
    4,
    "analysis-position",
    "(2) 財政状態の状況",
    paragraph(
      `当連結会計年度末の総資産は、前連結会計年度末に比べ${yen(Math.abs(now.assets - before.assets))}百万円${now.assets >= before.assets ? "増加" : "減少"}し、${yen(now.assets)}百万円となりました。これは主に、${now.inventories >= before.inventories ? "棚卸資産の増加" : "受取手形及び売掛金の減少"}によるものであります。負債は${yen(now.liabilities)}百万円、${c.terms.netAssets.replace(/額$/, "")}は${yen(now.netAssets)}百万円となり、${c.terms.equityRatio}は${percent(now.netAssets, now.assets)}％となりました。`,
    ),
    ...(c.size === 0 ? [] : elaborate(c, 2, Math.round(1 + c.size))),
  );
  out.add(
    4,
    "analysis-cash",
    "(3) キャッシュ・フローの状況",
    paragraph(
      `営業活動によるキャッシュ・フローは${yen(now.operatingCash)}百万円、投資活動によるキャッシュ・フローは${yen(now.investingCash)}百万円となりました。投資活動の主な内訳は${c.site(1)}における設備の取得であります。財務活動によるキャッシュ・フローは${yen(now.financingCash)}百万円となりました。`,
    ),
    paragraph(
      `以上の結果、現金及び現金同等物の期末残高は${yen(now.cash)}百万円となりました。運転資金は自己資金及び短期借入金により、設備資金は長期借入金により調達することを基本としております。`,
    ),
  );
  orders(out, c);
  if (c.size > 0) {
    out.add(
      4,
      "analysis-outlook",
      "(5) 経営成績に重要な影響を与える要因及び今後の見通し",
      ...Array.from({ length: Math.round(2 + c.size * 3) }, (_, at) =>
        paragraph(c.writer.write(outlookParagraphs, c.subject(at))),
      ),
    );
    out.add(
      4,
      "analysis-estimates",
      "(6) 重要な会計上の見積り及び当該見積りに用いた仮定",
      paragraph(
        `当社グループの${c.terms.statements}は、${c.terms.basis}に基づき作成しております。この作成に当たり用いた会計上の見積り及び仮定のうち重要なものは、「第5 経理の状況」に記載しております。`,
      ),
    );
  }
  contracts(out, c);
  out.add(
    3,
    "research",
    "6【研究開発活動】",
    paragraph(
      `当社グループの研究開発は${c.site(2)}を中心に行っており、当連結会計年度の研究開発費の総額は${yen(now.research)}百万円（${change(now.research, before.research)}）であります。`,
    ),
    ...now.segments.map((segment, at) =>
      paragraph(
        `${segment.name}事業においては、${c.theme(at)}に資する技術として${c.product(at + 2)}の改良に取り組み、${c.random.pick(["試作機の評価を完了", "実証試験を開始", "特許を出願", "量産の前提となる信頼性試験に合格"])}しております。研究開発費は${yen(Math.round(now.research * ([0.5, 0.3, 0.2][at] ?? 0)))}百万円であります。`,
      ),
    ),
    ...Array.from({ length: Math.round(c.size * 3) }, (_, at) =>
      paragraph(c.writer.write(researchParagraphs, c.subject(at))),
    ),
    list(
      `${c.product(0)}の${c.random.pick(["省電力化", "小型化", "自動化", "長寿命化"])}`,
      `${c.theme(2)}に関する基礎研究`,
      `${longDate(c.fiscalYear(now.year).end)}現在の保有特許 ${yen(Math.round(rateOf(c, now, "patents", 40, 900)))}件`,
    ),
  );
}

function orders(out: Composer, c: Context): void {
  const { now, before } = c;
  const share = (f: typeof now, name: string, at: number, low: number, high: number) =>
    Math.round((f.segments[at]?.sales ?? 0) * rateOf(c, f, `${name}/${at}`, low, high));
  const compared = (name: string, low: number, high: number) =>
    now.segments.map((_, at) => {
      const [last, this_] = [share(before, name, at, low, high), share(now, name, at, low, high)];
      return [yen(this_), ((this_ / Math.max(1, last)) * 100).toFixed(1)];
    });
  const [received, backlog, made] = [
    compared("orders", 0.9, 1.15),
    compared("backlog", 0.25, 0.65),
    compared("made", 0.55, 0.9),
  ];
  const sold = Array.from({ length: 2 + (c.issuer.index % 2) }, (_, at) => {
    const of = (f: typeof now) => Math.round(f.sales * rateOf(c, f, `customer/${at}`, 0.1, 0.16));
    return [
      companyOf(c.seed, c.issuer.index, "customer", at),
      yen(of(before)),
      percent(of(before), before.sales),
      yen(of(now)),
      percent(of(now), now.sales),
    ];
  });
  out.add(
    4,
    "analysis-orders",
    "(4) 生産、受注及び販売の実績",
    ...(c.size === 0
      ? []
      : [
          table(
            "生産実績",
            "百万円",
            ["セグメント", "生産高", "前期比（％）"],
            now.segments.map(({ name }, at) => [name, ...(made[at] ?? [])]),
          ),
        ]),
    table(
      "受注実績",
      "百万円",
      ["セグメント", "受注高", "前期比（％）", "受注残高", "前期比（％）"],
      now.segments.map(({ name }, at) => [name, ...(received[at] ?? []), ...(backlog[at] ?? [])]),
    ),
    ...(c.size === 0
      ? []
      : [
          table(
            "主な相手先別の販売実績及び総販売実績に対する割合",
            "百万円、％",
            ["相手先", `${before.year}年度`, "割合", `${now.year}年度`, "割合"],
            sold,
          ),
        ]),
    notes("金額は販売価格によっております。", "セグメント間の取引については相殺消去しております。"),
  );
}

function contracts(out: Composer, c: Context): void {
  const one = `${yearMonth(c.fiscalYear(c.now.year).end)}、当社は${c.product(3)}に関する${c.random.pick(["技術援助契約", "販売代理店契約", "共同開発契約"])}を更新いたしました。契約期間は${c.random.int(3, 10)}年間であります。`;
  const said = paragraph(c.random.chance(0.5) ? "該当事項はありません。" : one);
  if (c.size < 1) {
    out.add(3, "contracts", "5【重要な契約等】", said);
    return;
  }
  const kinds = [
    "技術援助契約",
    "販売代理店契約",
    "共同開発契約",
    "コミットメントライン契約",
    "シンジケートローン契約",
    "業務提携契約",
  ];
  out.add(
    3,
    "contracts",
    "5【重要な契約等】",
    paragraph(one),
    table(
      "",
      undefined,
      ["契約会社名", "相手先の名称", "契約の内容", "契約期間"],
      Array.from({ length: Math.round(2 + c.size * 2) }, (_, at) => {
        const since = 2014 + ((at * 3 + c.issuer.index) % 6);
        return [
          at % 3 === 2 ? `${c.shortName}テクノ株式会社` : c.issuer.name,
          companyOf(c.seed, c.issuer.index, "contract", at),
          `${c.issuer.sectorProfile.products[at % c.issuer.sectorProfile.products.length] ?? ""}に関する${kinds[at % kinds.length] ?? ""}`,
          `${since}年4月から${since + 15}年3月まで`,
        ];
      }),
    ),
  );
}
