import { describe, expect, test } from "vitest";
import { checkTask } from "./check-work.ts";
import { draftOfText } from "./draft-of-text.ts";
import { sampleIssuers, sampleReport, sampleText } from "./testing/sample-filing.ts";

function verdicts(text: string, texts = [sampleText]) {
  const { claims, decisions } = checkTask({
    draft: draftOfText(text, "markdown"),
    issuers: sampleIssuers,
    texts,
    figures: [],
  });
  return claims.map(({ text: words }, at) => [
    words,
    decisions[at]?.kind,
    decisions[at]?.filed ?? decisions[at]?.because ?? null,
  ]);
}

describe("a figure", () => {
  test.each([
    ["海鳴精機の2024年3月期の売上高は167,186百万円であった。", "167,186百万円", "found"],
    ["海鳴精機の2023年度の連結売上高は1,671億円だった。", "1,671億円", "rounded"],
    ["Uminari Seiki's net sales for FY2023 were ¥167.2 billion.", "¥167.2 billion", "rounded"],
    [
      "In the fiscal year ended March 2023, Uminari Seiki posted ordinary income of 60,107 million yen.",
      "60,107 million yen",
      "found",
    ],
    ["海鳴精機の令和6年3月期の経常損失は60億4,900万円。", "60億4,900万円", "found"],
    ["海鳴精機（7001）の単体売上高は、2023年3月期に140,950百万円となった。", "140,950百万円", "found"],
    ["海鳴精機の2024年3月期の営業利益は52,894,100千円。", "52,894,100千円", "found"],
    ["2024年3月末の海鳴精機の従業員数は7,724人。", "7,724人", "found"],
    ["海鳴精機の自己資本比率は2024年3月期に82.6%だった。", "82.6%", "found"],
  ])("%s", (text, words, kind) => {
    expect(verdicts(text)).toEqual([[words, kind, null]]);
  });
});

describe("true figures of two years in one draft are accused of nothing", () => {
  test.each([
    [
      "Uminari Seiki reported ordinary income of 60,107 million yen for the year ended March 2023. Ordinary income was 36,046 million yen a year earlier.",
      ["found", "found"],
    ],
    [
      "海鳴精機の2023年3月期の売上高は160,167百万円。売上高は2022年3月期の154,320百万円から160,167百万円に増えた。",
      ["found", "found", "found"],
    ],
    ["海鳴精機の売上高は2022年3月期の154,320百万円から160,167百万円に増えた。", ["found", "not_checked"]],
    [
      "Uminari Seiki's net sales rose from 154,320 million yen in the year ended March 2022 to 160,167 million yen.",
      ["found", "not_checked"],
    ],
    [
      "Net sales of Uminari Seiki were 154,320 million yen in the year ended March 2022 and 160,167 million yen in the year ended March 2023.",
      ["found", "found"],
    ],
    [
      "Uminari Seiki's net sales for the year ended March 2024 were 167,186 million yen. Net sales were 154,320 million yen two years earlier.",
      ["found", "not_checked"],
    ],
  ])("%s", (text, kinds) => {
    expect(verdicts(text).map(([, kind]) => kind)).toEqual(kinds);
  });
});

/** As memos speak of several years at once; each figure is right. */
const ofSeveralYears = [
  "海鳴精機の売上高は2022年3月期154,320百万円、2023年3月期160,167百万円、2024年3月期167,186百万円と伸びた。",
  "海鳴精機の2024年3月期の売上高は167,186百万円（前期160,167百万円）だった。",
  "海鳴精機の2024年3月期の売上高は167,186百万円で、前期の160,167百万円から増えた。",
  "海鳴精機の2024年3月期の売上高は、前期の160,167百万円から167,186百万円に増加した。",
  "海鳴精機の2024年3月期の売上高は前期の160,167百万円を上回る167,186百万円となった。",
  "海鳴精機の2024年3月期の純利益は49,060百万円（2023年3月期は43,276百万円）である。",
  "海鳴精機の純利益は43,276百万円（2023年3月期）から49,060百万円（2024年3月期）へ増えた。",
  "海鳴精機の純利益は2期前の25,864百万円から2024年3月期は49,060百万円に拡大した。",
  "Uminari Seiki's net sales were 167,186 million yen in the year ended March 2024, compared with 160,167 million yen in the previous year.",
  "Uminari Seiki's net sales grew to 167,186 million yen in the year ended March 2024 from 160,167 million yen.",
  "Uminari Seiki's net sales grew to 167,186 million yen in the year ended March 2024 from 160,167 million yen a year earlier and 154,320 million yen two years earlier.",
  "For the year ended March 2024, Uminari Seiki posted net sales of 167,186 million yen (prior year: 160,167 million yen).",
  "For the year ended March 2024, Uminari Seiki posted net sales of 167,186 million yen versus 160,167 million yen.",
  "For the year ended March 2024, Uminari Seiki posted net sales of 167,186 million yen versus 160,167 million yen a year earlier.",
  "Uminari Seiki: net sales 160,167 million yen (FY2022), 167,186 million yen (FY2023).",
  "海鳴精機の2023年3月期の売上高は160,167百万円、翌期は167,186百万円だった。",
  "海鳴精機の2023年3月期の売上高は160,167百万円で、翌2024年3月期は167,186百万円。",
  "Uminari Seiki's net sales were 160,167 million yen in the year ended March 2023 and rose to 167,186 million yen the following year.",
  "Uminari Seiki's net sales were 160,167 million yen in the year ended March 2023 and 167,186 million yen the year after.",
  "海鳴精機の売上高は直近3年で154,320百万円、160,167百万円、167,186百万円（2024年3月期）となった。",
  "海鳴精機の2023年3月期は売上高160,167百万円、2024年3月期は同167,186百万円。",
  "海鳴精機の売上高は154,320百万円から167,186百万円に増えた（2022年3月期から2024年3月期）。",
  "海鳴精機の売上高は2024年3月期に167,186百万円と、2年前の154,320百万円を大きく上回った。",
  "海鳴精機の経常利益は2023年3月期に60,107百万円だったが、2024年3月期は6,049百万円の損失となった。",
  "Net sales of Uminari Seiki: ¥154.3bn in FY2021, ¥160.2bn in FY2022 and ¥167.2bn in FY2023.",
  "Net income of Uminari Seiki for FY2023 came to ¥49.1 billion, up from ¥43.3 billion.",
  "Uminari Seiki's net sales, at 167,186 million yen in FY2023, exceeded the 160,167 million yen of FY2022.",
];

test.each(ofSeveralYears)("of the right figures none differs: %s", (text) => {
  const kinds = verdicts(text).map(([, kind]) => String(kind));
  expect(kinds.filter((kind) => !["found", "rounded", "not_checked"].includes(kind))).toEqual([]);
  expect(kinds.length).toBeGreaterThan(0);
});

describe("a figure that differs says how", () => {
  test.each([
    ["海鳴精機の2024年3月期の売上高は160,167百万円であった。", "other_year", "167,186,553"],
    ["海鳴精機の2024年3月期の売上高は167,186千円であった。", "other_scale", "167,186,553"],
    ["海鳴精機の2024年3月期の連結売上高は118,396百万円であった。", "other_scope", "167,186,553"],
    ["海鳴精機の2024年3月期の経常利益は6,049百万円であった。", "other_sign", "△6,049"],
    ["海鳴精機の2024年3月期の純資産額は49,060百万円であった。", "neighbour", "260,499"],
    ["海鳴精機の2024年3月期の売上高は173,992百万円であった。", "not_in_it", "167,186,553"],
  ])("%s", (text, kind, filed) => {
    expect(verdicts(text)).toMatchObject([[expect.any(String), kind, filed]]);
  });

  test("what an amendment gives otherwise is superseded", () => {
    const amended = {
      ...sampleText,
      documentId: "S2",
      filedAt: "2024-09-01T15:00:00+09:00",
      text: sampleReport.replaceAll("260,499", "260,111"),
    };
    const said = verdicts("海鳴精機の2024年3月期の純資産額は260,499百万円であった。", [sampleText, amended]);
    expect(said).toMatchObject([[expect.any(String), "superseded", "260,111"]]);
  });
});

describe("what is left open is not checked, and says why", () => {
  test.each([
    ["海鳴精機の2024年3月期の国内売上高は120,000百万円であった。", "no_item"],
    ["海鳴精機のゲーム事業の売上高は2024年3月期に12,000百万円であった。", "no_item"],
    ["海鳴精機の売上高は167,186百万円である。", "no_period"],
    ["青柳化学の2024年3月期の売上高は167,186百万円である。", "no_item"],
    ["海鳴精機の2021年3月期の売上高は167,186百万円である。", "no_document"],
    ["海鳴精機の2024年3月期の広告宣伝費は1,186百万円である。", "item_not_owned"],
    ["海鳴精機の2024年3月期の減損損失は-412百万円である。", "sign_unclear"],
    ["Net sales of Uminari Seiki in Asia for FY2023 were ¥167.2 billion.", "no_item"],
  ])("%s", (text, because) => {
    expect(verdicts(text)).toMatchObject([[expect.any(String), "not_checked", because]]);
  });
});

describe("a change", () => {
  test.each([
    [
      "海鳴精機の2024年3月期の売上高は前期比4.4%増の167,186百万円であった。",
      [
        ["4.4%", "rounded"],
        ["167,186百万円", "found"],
      ],
    ],
    ["海鳴精機の2024年3月期の売上高は前期比4.4%減となった。", [["4.4%", "other_sign"]]],
    ["海鳴精機の2024年3月期の純資産額は前期比1.15倍になった。", [["1.15倍", "rounded"]]],
    [
      "Uminari Seiki's operating income rose 4.9% to ¥52.9 billion in FY2023.",
      [
        ["4.9%", "rounded"],
        ["¥52.9 billion", "rounded"],
      ],
    ],
    ["海鳴精機の2024年3月期の純資産額は前期比33,853百万円増加した。", [["33,853百万円", "found"]]],
    ["海鳴精機の2024年3月期の売上高は前期比14.4%増であった。", [["14.4%", "not_in_it"]]],
  ])("%s", (text, expected) => {
    expect(verdicts(text).map(([words, kind]) => [words, kind])).toEqual(expected);
  });
});

test("sentences go on with the issuer and the period before them, and two items stand in their order", () => {
  const text =
    "# 海鳴精機 2024年3月期\n\n売上高は167,186百万円、純資産額は260,499百万円だった。\n\n売上高と純資産額はそれぞれ1,672億円、2,605億円である。前期の売上高は160,167百万円。";
  expect(verdicts(text).map(([, kind]) => kind)).toEqual(["found", "found", "rounded", "rounded", "found"]);
});

describe("a period", () => {
  const heading = "# 海鳴精機 2024年3月期\n\n";
  test.each([
    ["純資産額は前期末の226,646百万円から33,853百万円増加し、260,499百万円となった。", ["found", "found", "found"]],
    ["前期の売上高は160,167百万円だった。", ["found"]],
    ["当期の売上高は167,186百万円、営業利益は528億9,410万円だった。", ["found", "found"]],
    ["前期に比べ売上高は増え、167,186百万円となった。", ["found"]],
    ["前期の反動もあり、売上高は167,186百万円だった。", ["not_checked"]],
    ["2023年3月期の反動で売上高は167,186百万円だった。", ["not_checked"]],
    ["1株当たり当期純利益は421.39円。", ["found"]],
  ])("is that which the words tie to the amount: %s", (text, kinds) => {
    expect(verdicts(heading + text).map(([, kind]) => kind)).toEqual(kinds);
  });
});

describe("a table", () => {
  test("has items and periods in its heads, either way round", () => {
    const text = `## 海鳴精機 連結業績（単位：百万円）

|  | 2023年3月期 | 2024年3月期 | 前期比 |
| --- | --- | --- | --- |
| 売上高 | 160,167 | 167,186 | 4.4% |
| 経常利益 | 60,107 | (6,049) |  |
| 純資産額 | 226,646 | 226,646 |  |

|  | 売上高 | 純資産額 |
| --- | --- | --- |
| 2023年3月期 | 160,167 | 226,646 |`;
    expect(verdicts(text).map(([words, kind]) => `${words} ${kind}`)).toEqual([
      "160,167 found",
      "167,186 found",
      "4.4% rounded",
      "60,107 found",
      "(6,049) found",
      "226,646 found",
      "226,646 other_year",
      "160,167 found",
      "226,646 found",
    ]);
  });

  test("with a segment in its heads is not taken for the whole", () => {
    const text =
      "## 海鳴精機 2024年3月期（単位：百万円）\n\n|  | 国内 | 海外 |\n| --- | --- | --- |\n| 売上高 | 160,167 | 7,019 |";
    expect(verdicts(text).map(([, kind]) => kind)).toEqual(["not_checked", "not_checked"]);
  });
});

test.each([
  ["海鳴精機はこう述べる。「受注の残高は前の期を上回る水準です」また、港南電機は別の見方をとる。", "7001", null],
  ["以下は港南電機の見方である。「受注の残高は前の期を上回る水準です」(海鳴精機、2024年3月期)", "7001", "2024-03"],
  ["「受注の残高は前の期を上回る水準です」と港南電機は2023年3月期に述べた。", "7002", "2023-03"],
])(
  "a quotation is of its source in brackets, else of whom is named before it, else after it: %s",
  (text, issuer, end) => {
    const issuers = [
      { code: "7001", names: ["海鳴精機"] },
      { code: "7002", names: ["港南電機"] },
    ];
    const { claims } = checkTask({ draft: draftOfText(text, "text"), issuers, texts: [], figures: [] });
    expect(claims.map((claim) => [claim.kind, claim.issuer, claim.period?.end ?? null])).toEqual([
      ["quotation", issuer, end],
    ]);
  },
);
