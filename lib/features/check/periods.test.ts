import { describe, expect, test } from "vitest";
import { endOf, periodsIn } from "./periods.ts";
import { evenText } from "./quantities.ts";

const ends = (text: string, month: number) =>
  periodsIn(evenText(text)).map(({ period }) => `${endOf(period, month)} ${period.months ?? "-"}`);

describe("a period is read by the month in which it ends", () => {
  test.each([
    ["2024年３月期", 3, "2024-03 12"],
    ["令和6年3月期", 3, "2024-03 12"],
    ["2023年度", 3, "2024-03 12"],
    ["FY2023", 3, "2024-03 12"],
    ["FY2023", 12, "2023-12 12"],
    ["FY3/2024", 3, "2024-03 12"],
    ["fiscal year ended March 31, 2024", 3, "2024-03 12"],
    ["as of March 31, 2024", 3, "2024-03 -"],
    ["2024年3月末", 3, "2024-03 -"],
    ["2024年3月31日", 3, "2024-03 -"],
    ["自 2023年４月１日 至 2024年３月31日", 3, "2024-03 12"],
    ["2024年3月期第1四半期", 3, "2023-06 3"],
    ["2024年3月期上期", 3, "2023-09 6"],
    ["the six months ended September 30, 2023", 3, "2023-09 6"],
    ["2024/3期", 3, "2024-03 12"],
    ["令和元年12月期", 12, "2019-12 12"],
  ])("%s", (text, month, end) => {
    expect(ends(text, month)).toEqual([end]);
  });

  test.each(["1,234百万円", "第3四半期", "12月", "3.5倍", "2024"])("%s names none", (text) => {
    expect(ends(text, 3)).toEqual([]);
  });

  test("a part of a year that begins later has no end that filings print", () => {
    expect(ends("2024年3月期下期", 3)).toEqual(["null -1"]);
    expect(ends("FY2023 Q3", 3)).toEqual(["null -1"]);
  });
});
