import { era } from "../calendar.ts";
import { percent, yen } from "../figures.ts";
import { type Composer, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import { environmentParagraphs, policyParagraphs, sustainabilityParagraphs } from "./grammar/paragraphs.ts";
import { rateOf } from "./parts.ts";

/** 第2 事業の状況, its first parts: the company's policies and goals. */
export function policies(out: Composer, c: Context): void {
  const { now } = c;
  out.add(2, "conditions", "第2【事業の状況】");
  out.add(
    3,
    "policy",
    "1【経営方針、経営環境及び対処すべき課題等】",
    paragraph("文中の将来に関する事項は、本書提出日現在において当社グループが判断したものであります。"),
  );
  out.add(
    4,
    "policy-basic",
    "(1) 経営の基本方針",
    paragraph(
      `当社グループは「${c.motto}」を社是とし、${c.customer(0)}をはじめとする顧客の課題を${c.segment(0)}と${c.segment(1)}の両面から解決することを使命としております。`,
    ),
    paragraph(
      `中期経営計画「${c.plan}」においては、${c.theme(0)}、${c.theme(1)}及び${c.theme(2)}を重点課題に掲げております。`,
    ),
    ...kept(c, "policy-basic", policyParagraphs, 2),
  );
  out.add(
    4,
    "policy-environment",
    "(2) 経営環境",
    paragraph(...c.economy),
    paragraph(
      `当社グループを取り巻く環境をみますと、${c.customer(0)}向けの需要は${c.demand(0)}一方で、${c.customer(1)}向けは${c.demand(1)}状況にあります。${c.material(0)}の調達価格は${c.materialTrend}、販売価格への転嫁が引き続き課題となっております。`,
    ),
    ...(c.size === 0 ? [0, 1, 2].flatMap((at) => elaborate(c, at, 2)) : elaborate(c, 1, Math.round(c.size * 3))),
    ...kept(c, "policy-environment", environmentParagraphs, 2),
  );
  out.add(
    4,
    "policy-targets",
    "(3) 目標とする経営指標",
    table(
      "中期経営計画の目標",
      "百万円",
      ["指標", `${now.year - 1}年度実績`, `${now.year}年度実績`, `${now.year + 3}年度目標`],
      [
        [c.terms.sales, yen(c.before.sales), yen(now.sales), yen(Math.round((now.sales * 1.15) / 1000) * 1000)],
        [
          "営業利益",
          yen(c.before.operating),
          yen(now.operating),
          yen(Math.round((Math.max(now.operating, now.sales * 0.03) * 1.35) / 100) * 100),
        ],
        ["自己資本利益率（％）", percent(c.before.net, c.before.netAssets), percent(now.net, now.netAssets), "8.0以上"],
        ["研究開発費", yen(c.before.research), yen(now.research), yen(Math.round((now.research * 1.2) / 10) * 10)],
      ],
    ),
  );
  out.add(
    4,
    "policy-issues",
    "(4) 優先的に対処すべき事業上及び財務上の課題",
    ...[0, 1, 2].map((at) =>
      paragraph(
        `${"①②③"[at]} ${c.theme(at)}`,
        "　",
        c.random.pick([
          `${c.site(at)}に${yen(c.random.int(4, 90) * 50)}百万円を投じ、${era(now.year + 1 + at)}度中の稼働を目指しております。`,
          `部門横断の推進会議を四半期ごとに開催し、${c.product(at)}を対象とした取組みから段階的に範囲を広げております。`,
          `${c.customer(at)}の主要な取引先${c.random.int(3, 18)}社と共同で検証を進めており、${now.year + 1}年度内に効果を開示する予定であります。`,
        ]),
      ),
    ),
    paragraph(
      "④ 資本コストや株価を意識した経営　",
      `取締役会は、自己資本利益率が株主資本コスト（${(c.random.int(62, 84) / 10).toFixed(1)}％程度と認識）を${now.net / now.netAssets > 0.07 ? "上回る水準を維持する" : "下回っている"}状況を踏まえ、政策保有株式の縮減及び株主還元の方針を見直しております。`,
    ),
    ...kept(c, "policy-issues", policyParagraphs, 4),
  );
  out.add(
    3,
    "sustainability",
    "2【サステナビリティに関する考え方及び取組】",
    paragraph(
      `当社グループは、サステナビリティに関する重要課題として${c.theme(1)}及び人的資本の充実を特定しております。`,
    ),
  );
  sustainability(out, c);
}

/** What stays in the report for three years, the more of it the bigger the company. */
function kept(c: Context, name: string, templates: readonly string[], factor: number): string[] {
  const steady = c.steady(name, 3);
  return Array.from({ length: Math.round(c.size * factor) }, (_, at) =>
    paragraph(steady.write(templates, c.subject(at))),
  );
}

function sustainability(out: Composer, c: Context): void {
  const { issuer, now } = c;
  out.add(
    4,
    "sustainability-governance",
    "(1) ガバナンス",
    paragraph(
      `代表取締役社長${issuer.president.split(" ")[0] ?? ""}を委員長とするサステナビリティ委員会を年${c.random.int(2, 6)}回開催し、審議の内容を取締役会に報告しております。`,
    ),
    ...kept(c, "sustainability-governance", policyParagraphs, 1),
  );
  const years = [now.year - 2, now.year - 1, now.year];
  const emitted = (year: number, scope: string, share: number) =>
    yen(Math.round(c.emission * share * rateOf(c, c.figures(year), scope, 0.95, 1.05) * (1 - (year - 2020) * 0.03)));
  const row = (scope: string, share: number) => [
    scope,
    ...years.map((year) => emitted(year, scope, share)),
    yen(Math.round(c.emission * share * 0.6)),
  ];
  out.add(
    4,
    "sustainability-strategy",
    "(2) 戦略及び指標",
    table(
      "温室効果ガス排出量",
      "t-CO2",
      ["区分", ...years.map((year) => `${year}年度`), "2030年度目標"],
      [
        row("Scope1", 4),
        row("Scope2", 6),
        ...(c.size === 0 ? [] : [row("Scope3（カテゴリ1）", 41), row("Scope3（カテゴリ11）", 66)]),
      ],
    ),
    paragraph(
      `人的資本については、一人当たり研修時間を${rateOf(c, now, "training", 14, 41).toFixed(0)}時間とし、${c.theme(0)}に必要な技能の習得を支援しております。`,
    ),
    ...kept(c, "sustainability-strategy", sustainabilityParagraphs, 3),
  );
  if (c.size === 0) return;
  out.add(4, "sustainability-risk", "(3) リスク管理", ...kept(c, "sustainability-risk", policyParagraphs, 2));
  const kinds = [
    "女性の管理職の数（人）",
    "一人当たり研修費用（円）",
    "離職率（％）",
    "有給休暇の取得率（％）",
    "エンゲージメント調査の肯定回答率（％）",
    "休業災害度数率",
    "再生可能エネルギーの比率（％）",
    "水の使用量（千m3）",
    "廃棄物の再資源化率（％）",
  ];
  out.add(
    4,
    "sustainability-targets",
    "(4) 指標及び目標",
    table(
      "",
      undefined,
      ["指標", ...years.map((year) => `${year}年度実績`), `${now.year + 3}年度目標`],
      kinds.map((kind, at) => {
        const of = (year: number) => rateOf(c, c.figures(year), kind, 4 + at * 3, 30 + at * 9);
        return [kind, ...years.map((year) => of(year).toFixed(1)), (of(now.year) * 1.15).toFixed(1)];
      }),
    ),
    ...kept(c, "sustainability-targets", sustainabilityParagraphs, 1),
  );
}
