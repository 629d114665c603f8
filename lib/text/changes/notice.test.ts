import { expect, test } from "vitest";
import { changeMap } from "./change-map.ts";
import { correctedSection, correctionsIn, isNotice } from "./notice.ts";
import type { TaggedSection } from "./outline.ts";

test("a notice is read as well where 訂正前 and 訂正後 stand in the centre", () => {
  const text = '# １【訂正箇所】\n\n<p align="center">（訂正前）</p>\n\n甲\n\n<p align="center">（訂正後）</p>\n\n乙\n';
  expect(correctionsIn(text)).toEqual([{ path: ["１【訂正箇所】"], before: "甲\n", after: "乙\n" }]);
});

const notice = `# 【表紙】

# １【有価証券報告書の訂正報告書の提出理由】

記載事項の一部に訂正すべき事項がありましたので提出するものであります。

# ３【訂正箇所】

訂正箇所は＿を付して表示しております。

## 第一部【企業情報】

### 第２【事業の状況】

#### ３【事業等のリスク】

（訂正前）

為替の変動により、営業利益が12百万円減少する可能性があります。

（訂正後）

為替の変動により、営業利益が21百万円減少する可能性があります。

### 第５【経理の状況】

#### １【連結財務諸表等】

**（訂正前）**

|売上高|100|
|-|-:|
|利益|10|

**（訂正後）**

|売上高|100|
|-|-:|
|利益|11|
`;

const original = [
  ["第一部【企業情報】", 1],
  ["第２【事業の状況】", 2],
  ["３【事業等のリスク】", 3],
  ["第５【経理の状況】", 2],
  ["１【連結財務諸表等】", 3],
  ["２【財務諸表等】", 3],
].map(
  ([title, level], at): TaggedSection => ({
    section_id: `s-${at}`,
    title: String(title),
    level: Number(level),
    parent_section_id: null,
    character_count: 100,
  }),
);

test("a notice's quotations are read with the headings above them", () => {
  expect(correctionsIn(notice)).toEqual([
    {
      path: ["第一部【企業情報】", "第２【事業の状況】", "３【事業等のリスク】"],
      before: "為替の変動により、営業利益が12百万円減少する可能性があります。\n",
      after: "為替の変動により、営業利益が21百万円減少する可能性があります。\n",
    },
    {
      path: ["第５【経理の状況】", "１【連結財務諸表等】"],
      before: "|売上高|100|\n|-|-:|\n|利益|10|\n",
      after: "|売上高|100|\n|-|-:|\n|利益|11|\n",
    },
  ]);
});

test("each is linked to the section that it corrects", () => {
  expect(correctionsIn(notice).map((each) => correctedSection(original, each))).toEqual(["s-2", "s-4"]);
  expect(correctedSection(original, { path: ["９【どこにもない】"], before: "", after: "" })).toBeUndefined();
});

test("several places under one heading keep it", () => {
  const text = "３【事業等のリスク】\n(訂正前)\n甲\n(訂正後)\n乙\n\n【訂正前】\n丙\n【訂正後】\n丁\n";
  expect(correctionsIn(text).map(({ path, before, after }) => [path.at(-1), before, after])).toEqual([
    ["３【事業等のリスク】", "甲\n", "乙\n"],
    ["３【事業等のリスク】", "丙\n", "丁\n"],
  ]);
});

test("a table of both columns is read row by row", () => {
  const text = "## 訂正の内容\n\n|箇所|訂正前|訂正後|\n|-|-|-|\n|事業等のリスク|12百万円|21百万円|\n";
  expect(correctionsIn(text)).toEqual([
    { path: ["訂正の内容", "事業等のリスク"], before: "12百万円\n", after: "21百万円\n" },
  ]);
});

test("a text that only speaks of corrections quotes none", () => {
  expect(correctionsIn("訂正前の記載を改めました。\n訂正後の金額は12百万円です。\n")).toEqual([]);
});

test("a notice is told from the whole filing by its contents", () => {
  const ofNotice = ["【表紙】", "１【提出理由】", "３【訂正箇所】", "３【事業等のリスク】"].map(
    (title, at): TaggedSection => ({
      section_id: `n-${at}`,
      title,
      level: 1,
      parent_section_id: null,
      character_count: 10,
    }),
  );
  expect(isNotice(changeMap(original, ofNotice))).toBe(true);
  expect(isNotice(changeMap(original, original))).toBe(false);
});
