import { describe, expect, test } from "vitest";
import { readHolders } from "./read-holders.ts";

const holder = (name: string, ratio: string, before: string) => [
  `#### ①【提出者】\n\n|個人・法人の別|法人|\n|-|-|\n|氏名又は名称|${name}|\n|旧氏名又は名称||\n`,
  `### （２）【保有目的】\n\n政策投資\n`,
  `#### ②【株券等保有割合】\n\n| | |\n|-|-:|\n|発行済株式等総数|23,000,000|\n|上記提出者の株券等保有割合（％）<br>（AB／AD）|${ratio}|\n|直前の報告書に記載された<br>株券等保有割合（％）|${before}|\n`,
];
const piecesOf = (texts: readonly string[]) => texts.map((text, at) => ({ sectionId: `s${at}`, text }));

test("filers and joint holders are read with purpose, share, change and the section of each value", () => {
  const report = readHolders(
    piecesOf([
      "# 【表紙】\n\n| | |\n|-|-|\n|【氏名又は名称】|代理人|\n|【報告義務発生日】|令和８年８月７日|\n",
      "# 第２【提出者に関する事項】\n",
      ...holder("株式会社甲", "4.26", "－"),
      "### （６）【当該株券等に関する担保契約等重要な契約】\n\n乙銀行に担保を差し入れている。\n",
      "# 第３【共同保有者に関する事項】\n",
      ...holder("乙株式会社", "0.87％", "0.50"),
      "### （６）【当該株券等に関する担保契約等重要な契約】\n\n該当事項はありません。\n",
      "# 第４【提出者及び共同保有者に関する総括表】\n\n|上記提出者の株券等保有割合（％）|5.13|\n|-|-|\n",
    ]),
  );
  expect(report).toEqual({
    day: "2026-08-07",
    holders: [
      {
        name: { text: "株式会社甲", sectionId: "s2" },
        purpose: { text: "政策投資", sectionId: "s3" },
        ratio: { text: "4.26", sectionId: "s4" },
        before: undefined,
        contract: { text: "乙銀行に担保を差し入れている。", sectionId: "s5" },
      },
      {
        name: { text: "乙株式会社", sectionId: "s7" },
        purpose: { text: "政策投資", sectionId: "s8" },
        ratio: { text: "0.87", sectionId: "s9" },
        before: { text: "0.50", sectionId: "s9" },
        contract: undefined,
      },
    ],
  });
});

test("the empty form of a holder names nobody", () => {
  const texts = [
    ...holder("株式会社甲", "4.26", "－"),
    ...holder("－", "0.10", "0.20"),
    ...holder("該当事項はありません。", "", ""),
    ...holder("ないとう商事", "1.10", "－"),
  ];
  const { holders } = readHolders(piecesOf(texts));
  expect(holders.map(({ name, before }) => [name.text, before])).toEqual([
    ["株式会社甲", undefined],
    ["ないとう商事", undefined],
  ]);
});

describe("a report that is there as CSV alone", () => {
  const text = (rows: readonly (readonly [item: string, value: string])[]) =>
    [
      "# 開示項目\n\n|項目|期間|値|単位|",
      "|-|-|-|-:|",
      ...rows.map(([item, value]) => `|${item}|提出日時点|${value}|－|`),
    ]
      .join("\n")
      .concat("\n");
  const shares = [
    ["株券等保有割合", "0.0479"],
    ["直前の報告書に記載された株券等保有割合", "0.0458"],
    ["株券等保有割合", "0.0043"],
    ["株券等保有割合", "0.0523"],
  ] as const;
  const names = [
    ["報告義務発生日、表紙", "2026-08-07"],
    ["氏名又は名称", "株式会社甲"],
    ["保有目的", "純投資"],
    ["氏名又は名称", "乙"],
    ["氏名又は名称", "株式会社甲"],
    ["氏名又は名称", "乙"],
    ["保有目的", "総括"],
  ] as const;
  const read = (rows: Parameters<typeof text>[0]) => {
    const { day, holders } = readHolders(piecesOf([text(rows)]));
    return [day, ...holders.map((each) => [each.name, each.purpose, each.ratio, each.before].map((of) => of?.text))];
  };

  test("has each holder once, with its own share", () => {
    expect(read([...shares, ...names])).toEqual([
      "2026-08-07",
      ["株式会社甲", "純投資", "4.79", "4.58"],
      ["乙", undefined, "0.43", undefined],
    ]);
  });

  test("has holders without shares where it can't be told whose they are", () => {
    expect(read([...shares.slice(2), ...names]).slice(1)).toEqual([
      ["株式会社甲", "純投資", undefined, undefined],
      ["乙", undefined, undefined, undefined],
    ]);
  });
});

test("a text without holders has none", () => {
  expect(readHolders(piecesOf(["# 沿革\n\n当社は"]))).toMatchObject({ day: null, holders: [] });
});
