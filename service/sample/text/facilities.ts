import { yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import { partsOf } from "./parts.ts";
import { subsidiaryOf } from "./subsidiaries.ts";

/** 第3 設備の状況. */
export function facilities(out: Composer, c: Context): void {
  const { now } = c;
  out.add(2, "facilities", "第3【設備の状況】");
  out.add(
    3,
    "facilities-investment",
    "1【設備投資等の概要】",
    paragraph(
      `当連結会計年度の設備投資の総額は${yen(now.capex)}百万円であり、主なものは${c.site(0)}における${c.product(0)}の提供能力の増強及び${c.site(1)}の更新であります。`,
      `減価償却費は${yen(now.depreciation)}百万円でありました。`,
    ),
    ...(c.size === 0
      ? elaborate(c, 2, 2)
      : [
          table(
            "セグメントごとの設備投資額",
            "百万円",
            ["セグメントの名称", `${c.before.year}年度`, `${now.year}年度`],
            spreadCapex(c),
          ),
          ...elaborate(c, 2, Math.round(c.size)),
        ]),
  );
  const own = paragraph("現在休止中の主要な設備はありません。");
  const head = ["事業所名（所在地）", "建物及び構築物", "機械装置", "土地", "合計", "従業員数"];
  const parts = partsOf(c, now, "sites", Math.round(now.tangible * 0.75), [34, 21, 12, 8]);
  const main = table(
    "提出会社",
    "百万円、人",
    head,
    parts.map((part, at) => [
      c.site(at),
      ...split(part),
      yen(Math.round(now.parentEmployees * ([0.4, 0.25, 0.15, 0.1][at] ?? 0))),
    ]),
  );
  if (c.size === 0) {
    const said = notes("帳簿価額に建設仮勘定は含んでおりません。", "現在休止中の主要な設備はありません。");
    out.add(3, "facilities-main", "2【主要な設備の状況】", main, said);
    return;
  }
  const others = Array.from({ length: Math.round(4 + c.size * 5) }, (_, at) => subsidiaryOf(c, at));
  const shares = partsOf(
    c,
    now,
    "subsidiary-sites",
    Math.round(now.tangible * 0.2),
    others.map((_, at) => 1 + (at % 4)),
  );
  const rows = (abroad: boolean) =>
    others.flatMap((each, at) => {
      if (each.abroad !== abroad) return [];
      const part = shares[at] ?? 0;
      return [[`${each.name}（${each.place}）`, each.segment, ...split(part), yen(Math.max(5, Math.round(part / 9)))]];
    });
  const named = ["会社名（所在地）", "セグメントの名称", ...head.slice(1)];
  out.add(
    3,
    "facilities-main",
    "2【主要な設備の状況】",
    main,
    table("国内子会社", "百万円、人", named, rows(false)),
    table("在外子会社", "百万円、人", named, rows(true)),
    notes("帳簿価額に建設仮勘定は含んでおりません。"),
    own,
  );
  out.add(
    3,
    "facilities-plans",
    "3【設備の新設、除却等の計画】",
    table(
      "重要な設備の新設等",
      "百万円",
      [
        "会社名・事業所名",
        "設備の内容",
        "投資予定額（総額）",
        "既支払額",
        "資金調達方法",
        "着手",
        "完了予定",
        "完成後の増加能力",
      ],
      Array.from({ length: Math.round(3 + c.size * 2) }, (_, at) => {
        const total = Math.round(now.capex * (0.08 + ((at * 7) % 5) * 0.05));
        return [
          at % 3 === 2 ? (others[at]?.name ?? c.shortName) : `当社${c.site(at)}`,
          `${c.product(at)}の${["提供設備の増強", "建屋の建替え", "検査設備の更新", "情報基盤の刷新"][at % 4] ?? ""}`,
          yen(total),
          yen(Math.round(total * 0.13 * (at % 4))),
          ["自己資金", "自己資金及び借入金", "社債"][at % 3] ?? "自己資金",
          `${now.year + (at % 2)}年${1 + ((at * 5) % 12)}月`,
          `${now.year + 2 + (at % 2)}年${1 + ((at * 7) % 12)}月`,
          at % 4 === 0 ? `${8 + ((at * 5) % 20)}％増加` : "（注）1",
        ];
      }),
    ),
    notes("完成後の増加能力については、計数的把握が困難であるため記載を省略しております。"),
  );
}

function split(part: number): string[] {
  const building = Math.round(part * 0.42);
  const machines = Math.round(part * 0.37);
  return [yen(building), yen(machines), yen(part - building - machines), yen(part)];
}

function spreadCapex(c: Context): string[][] {
  const of = (f: Context["now"]) => f.segments.map(({ sales }) => Math.round((f.capex * sales) / f.sales));
  const [before, now] = [of(c.before), of(c.now)];
  return c.now.segments.map(({ name }, at) => [name, yen(before[at] ?? 0), yen(now[at] ?? 0)]);
}
