import { era } from "../calendar.ts";
import { percent, yen } from "../figures.ts";
import { type Composer, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";

/** 第2 事業の状況, its first parts: the company's policies and goals. */
export function policies(out: Composer, c: Context): void {
  const { issuer, now } = c;
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
  );
  out.add(
    4,
    "policy-environment",
    "(2) 経営環境",
    paragraph(...c.economy),
    paragraph(
      `当社グループを取り巻く環境をみますと、${c.customer(0)}向けの需要は${c.demand(0)}一方で、${c.customer(1)}向けは${c.demand(1)}状況にあります。${c.material(0)}の調達価格は${c.materialTrend}、販売価格への転嫁が引き続き課題となっております。`,
    ),
    ...[0, 1, 2].flatMap((at) => elaborate(c, at, 3)),
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
        [c.salesWord, yen(c.before.sales), yen(now.sales), yen(Math.round((now.sales * 1.15) / 1000) * 1000)],
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
  );
  out.add(
    3,
    "sustainability",
    "2【サステナビリティに関する考え方及び取組】",
    paragraph(
      `当社グループは、サステナビリティに関する重要課題として${c.theme(1)}及び人的資本の充実を特定しております。`,
    ),
  );
  out.add(
    4,
    "sustainability-governance",
    "(1) ガバナンス",
    paragraph(
      `代表取締役社長${issuer.president.split(" ")[0] ?? ""}を委員長とするサステナビリティ委員会を年${c.random.int(2, 6)}回開催し、審議の内容を取締役会に報告しております。`,
    ),
  );
  out.add(
    4,
    "sustainability-strategy",
    "(2) 戦略及び指標",
    table(
      "温室効果ガス排出量",
      "t-CO2",
      ["区分", `${now.year - 1}年度`, `${now.year}年度`, "2030年度目標"],
      [
        ["Scope1", yen(c.emission * 4), yen(Math.round(c.emission * 3.8)), yen(Math.round(c.emission * 2.6))],
        ["Scope2", yen(c.emission * 6), yen(Math.round(c.emission * 5.5)), yen(Math.round(c.emission * 3.1))],
      ],
    ),
    paragraph(
      `人的資本については、一人当たり研修時間を${c.random.int(14, 41)}時間とし、${c.theme(0)}に必要な技能の習得を支援しております。`,
    ),
  );
}
