import { percent, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { rateOf } from "./parts.ts";
import { companyOf } from "./people.ts";
import { subsidiaryOf } from "./subsidiaries.ts";

/** 4 関係会社の状況: every company of the group that a report names. */
export function affiliates(out: Composer, c: Context): void {
  const said = notes(
    "主要な事業の内容欄には、セグメントの名称を記載しております。",
    "特定子会社に該当する会社はありません。",
    ...(c.size === 0 ? [] : ["議決権の所有割合の（　）内は、間接所有割合で内数であります。"]),
  );
  if (c.size === 0) {
    const few = table(
      "",
      undefined,
      ["名称", "主要な事業の内容", "資本金（百万円）", "議決権の所有割合（％）"],
      Array.from({ length: Math.min(9, c.subsidiaries) }, (_, at) => {
        const { name, segment, capital, share } = subsidiaryOf(c, at);
        return [name, segment, yen(capital), share];
      }),
    );
    out.add(3, "affiliates", "4【関係会社の状況】", few, said);
    return;
  }
  out.add(3, "affiliates", "4【関係会社の状況】");
  const named = Math.round(c.size ** 1.5 * 9);
  const rows = Array.from({ length: named }, (_, at) => {
    const { name, place, capital, segment, share, relation } = subsidiaryOf(c, at);
    return [name, place, yen(capital), segment, share, relation];
  });
  const head = ["名称", "住所", "資本金（百万円）", "主要な事業の内容", "議決権の所有割合（％）", "関係内容"];
  out.add(4, "affiliates-subsidiaries", "(1) 連結子会社", table("", undefined, head, rows), said);
  out.add(
    4,
    "affiliates-associates",
    "(2) 持分法適用関連会社",
    table(
      "",
      undefined,
      head,
      Array.from({ length: Math.max(2, c.affiliates) }, (_, at) => {
        const { place, capital, segment, relation } = subsidiaryOf(c, 500 + at);
        const share = (20 + ((at * 37 + c.issuer.index * 11) % 290) / 10).toFixed(1);
        return [companyOf(c.seed, c.issuer.index, "associate", at), place, yen(capital), segment, share, relation];
      }),
    ),
  );
}

/** 5 従業員の状況: by segment, of the company alone, and what has to be told about them. */
export function employees(out: Composer, c: Context): void {
  const { now } = c;
  const bySegment = now.segments.map(({ sales }) => Math.round((now.employees * 0.93 * sales) / now.sales));
  const rate = (name: string, low: number, high: number) => rateOf(c, now, name, low, high).toFixed(1);
  const blocks = [
    table(
      "(1) 連結会社の状況",
      "人",
      ["セグメントの名称", "従業員数"],
      [
        ...now.segments.map(({ name }, at) => [name, yen(bySegment[at] ?? 0)]),
        ["全社（共通）", yen(now.employees - bySegment.reduce((sum, each) => sum + each, 0))],
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
          rate("age", 39, 44),
          rate("service", 10, 19),
          yen(Math.round(rateOf(c, now, "salary", 5_800_000, 9_400_000))),
        ],
      ],
    ),
    paragraph(
      `管理職に占める女性労働者の割合は${rate("women", 3.8, 19)}％、男性労働者の育児休業取得率は${rate("leave", 31, 96)}％、労働者の男女の賃金の差異は${rate("wages", 61, 83)}％であります。`,
    ),
    paragraph("労働組合との関係は円満に推移しており、特記すべき事項はありません。"),
  ];
  if (c.size === 0) {
    out.add(3, "employees", "5【従業員の状況】", ...blocks);
    return;
  }
  out.add(
    3,
    "employees",
    "5【従業員の状況】",
    ...blocks,
    table(
      "(3) 主要な連結子会社の状況",
      "％",
      [
        "名称",
        "管理職に占める女性労働者の割合",
        "男性労働者の育児休業取得率",
        "労働者の男女の賃金の差異（全労働者）",
        "うち正規雇用労働者",
        "うちパート・有期労働者",
      ],
      Array.from({ length: Math.round(3 + c.size * 3) }, (_, at) => {
        const of = (name: string, low: number, high: number) => rateOf(c, now, `${name}/${at}`, low, high).toFixed(1);
        return [
          subsidiaryOf(c, at * 5).name,
          of("women", 2, 24),
          of("leave", 20, 100),
          of("wages", 58, 82),
          of("regular", 66, 86),
          of("part", 60, 104),
        ];
      }),
    ),
    notes(
      `「女性の職業生活における活躍の推進に関する法律」の規定に基づき算出したものであります。連結会社の従業員に占める提出会社の割合は${percent(now.parentEmployees, now.employees)}％であります。`,
    ),
  );
}
