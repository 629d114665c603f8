import { expect, test } from "vitest";
import { type TsvCell, toTsv } from "./tsv";

const cell = (text: string, columns = 1, rows = 1): TsvCell => ({ text, columns, rows });
const one = (text: string): string => toTsv([[cell(text)]]).trimEnd();

test.each([
  ["△4,447", "-4,447"],
  ["▲5.3", "-5.3"],
  ["△５．３％", "-5.3%"],
  ["△ 12", "-12"],
  ["（△12）", "(-12)"],
  ["158,680", "158,680"],
  ["－", "－"],
  ["△印は減少", "△印は減少"],
  ["△123百万円", "-123百万円"],
  ["精密　工作\n機械", "精密 工作 機械"],
  ["=SUM(A1)", "'=SUM(A1)"],
  ["−5", "-5"],
  ["-", "-"],
  ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
  ["-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"],
  ["△1+A1", "'-1+A1"],
  ["\u200b=1+1", "'\u200b=1+1"],
  ["\ufeff＝1+1", "'＝1+1"],
  ["\u00ad@SUM(A1)", "'\u00ad@SUM(A1)"],
  ["\u202e－A1", "'\u202e－A1"],
])("%s is copied as %s", (filed, copied) => expect(one(filed)).toBe(copied));

test("cells that span columns and rows don't shift the others", () => {
  const rows = [
    [cell("区分", 1, 2), cell("金額", 2)],
    [cell("前期"), cell("当期")],
    [cell("現金"), cell("1"), cell("△2")],
  ];
  expect(toTsv(rows)).toBe("区分\t金額\t\n\t前期\t当期\n現金\t1\t-2\n");
});

test("a cell that spans rows in the last column keeps the rows below as wide", () => {
  expect(toTsv([[cell("a"), cell("b", 1, 2)], [cell("c")]])).toBe("a\tb\nc\t\n");
});
