import { describe, expect, test } from "vitest";
import { figuresIn } from "./find-figures.ts";
import { readQuestion } from "./read-question.ts";

const place = { periodEnd: "2024-03-31", scopeFits: true };
const statement = `## 連結損益計算書

(単位：百万円)

| | 前連結会計年度 (自 2022年4月1日 至 2023年3月31日) | 当連結会計年度 (自 2023年4月1日 至 2024年3月31日) |
|---|---|---|
| 売上高 | 1,601 | 1,671 |
| 売上原価 | △716 | ※1 △717 |
| 売上総利益 | 885 | 954 |
`;
const summary = `<table><tr><td colspan="2">回次</td><td>第83期</td><td>第84期</td></tr>
<tr><td colspan="2">決算年月</td><td>2023年3月</td><td>2024年3月</td></tr>
<tr><td rowspan="2">配当</td><td>1株当たり配当額</td><td>186.00</td><td>211.00</td></tr>
<tr><td>(うち1株当たり中間配当額)(円)</td><td>63.00</td><td>80.00</td></tr></table>`;

function first(question: string, text: string, where = place) {
  return figuresIn(readQuestion(question), text, where)[0];
}

describe("a figure", () => {
  test("is that of the asked row and the column of the asked period, with its unit", () => {
    expect(first("2024年3月期の売上高はいくらですか", statement)).toMatchObject({
      row: "売上高",
      value: "1,671",
      unit: "百万円",
      period: "right",
      label: 1,
    });
    expect(first("2023年3月期の売上高はいくらですか", statement)).toMatchObject({ value: "1,601", period: "right" });
  });

  test("is of the report's own period where none is asked", () => {
    expect(first("売上原価はいくらですか", statement)).toMatchObject({ value: "※1 △717", period: "right" });
  });

  test.each([
    "前期の売上高はいくらですか",
    "前連結会計年度の売上高は",
    "What were net sales in the previous fiscal year?",
  ])("is of the year before the report's own: %s", (question) => {
    expect(first(question, statement)).toMatchObject({ value: "1,601", period: "right", label: 1 });
    const own = figuresIn(readQuestion(question), statement, place).find(({ value }) => value === "1,671");
    expect(own?.period).toBe("other");
  });

  test("of one segment is not that of the whole, unless it is asked for", () => {
    const segments = `<table><tr><td colspan="2"></td><td>2024年3月期</td></tr>
<tr><td rowspan="2">自動車</td><td>営業収益</td><td>41,266</td></tr><tr><td>営業利益</td><td>4,621</td></tr>
<tr><td rowspan="2">合計</td><td>営業収益</td><td>45,095</td></tr><tr><td>営業利益</td><td>5,352</td></tr></table>`;
    expect(first("2024年3月期の営業収益はいくらですか", segments)).toMatchObject({ value: "45,095" });
    expect(first("2024年3月期の自動車の営業収益はいくらですか", segments)).toMatchObject({ value: "41,266" });
  });

  test("that is compared with the year before is of the report's own", () => {
    expect(first("売上高は前期と比べていくらになったか", statement)).toMatchObject({ value: "1,671" });
  });

  test("of a year that no column names is found, and is not right", () => {
    expect(first("2019年3月期の売上高はいくらですか", statement)?.period).toBe("other");
  });

  test("stands in the column whose date a row above tells, under cells that span", () => {
    expect(first("2023年3月期の1株当たり配当額はいくらですか", summary)).toMatchObject({
      value: "186.00",
      period: "right",
    });
    expect(first("2024年3月期の1株当たり中間配当額はいくらですか", summary)).toMatchObject({
      value: "80.00",
      unit: "円",
    });
  });

  test("has no unit of another column", () => {
    const paid = `<table><tr><th>役員区分</th><th>対象となる役員の員数（名）</th><th>報酬等の総額</th><th>基本報酬（百万円）</th></tr>
<tr><td>取締役</td><td>6</td><td>967</td><td>347</td></tr></table>`;
    const units = figuresIn(readQuestion("取締役の報酬等の総額はいくらですか"), paid, place).map(({ value, unit }) => [
      value,
      unit,
    ]);
    expect(units).toContainEqual(["967", null]);
    expect(units).toContainEqual(["6", "名"]);
    const whole = paid.replace("役員区分", "（単位：百万円）");
    expect(first("取締役の報酬等の総額はいくらですか", whole)).toMatchObject({ value: "967", unit: "百万円" });
  });

  test("is asked for in English by its Japanese label", () => {
    expect(first("What were net sales for the fiscal year ended March 31, 2024?", statement)?.value).toBe("1,671");
  });

  test("is not that of a row with another name", () => {
    expect(first("従業員数は何人ですか", statement)).toBeUndefined();
    expect(first("2024年3月期の売上高営業利益率はいくらですか", statement)?.label ?? 0).toBeLessThan(0.86);
  });
});
