import { describe, expect, test } from "vitest";
import { isAbsent, isDayOf, isFigure, isFigureColumn, isSubtotal, isTotal, isUnit, labelDepth } from "./figures.ts";

describe("the kind of a cell", () => {
  test.each([
    "1",
    "158,680",
    "△4,447",
    "▲5.3",
    "－12",
    "１２３",
    "△５．３",
    "8.4％",
    "(1,234)",
    "（△12）",
    "※1814",
    "1,234株",
    "¥1,200",
    "0",
    "3.5倍",
  ])("%s is a figure", (cell) => expect(isFigure(cell)).toBe(true));
  test.each([
    "",
    "－",
    "第1",
    "2024年3月",
    "A1",
    "1-2",
    "東京都千代田区1",
    "1,234,567,890,123,456,789,012,345,678",
    "注1",
  ])("%s is no figure", (cell) => expect(isFigure(cell)).toBe(false));
  test.each(["－", "―", "-", "…", "　－　"])("%s stands for no value", (cell) => expect(isAbsent(cell)).toBe(true));
  test.each(["（単位：百万円）", "(単位:千円、％)", "（百万円）", "単位：株", "(Millions of yen)", "金額単位：円"])(
    "%s is a unit",
    (cell) => expect(isUnit(cell)).toBe(true),
  );
  test.each(["単位株式数は次のとおりであります。", "売上高", "（注）", ""])("%s is no unit", (cell) =>
    expect(isUnit(cell)).toBe(false),
  );
  test.each(["合計", "合　計", "計", "資産合計", "Total"])("%s adds up", (cell) => expect(isTotal(cell)).toBe(true));
  test.each(["会計監査人", "設計", "計測機器", "小計画", "現金及び現金同等物の期末残高"])(
    "%s does not add up",
    (cell) => expect(isTotal(cell)).toBe(false),
  );
  test.each([
    "小計",
    "売上総利益",
    "営業利益又は営業損失（△）",
    "経常利益",
    "税金等調整前当期純利益",
    "中間純利益",
    "投資活動によるキャッシュ・フロー",
    "現金及び現金同等物の増減額（△は減少）",
  ])("%s is a result within a statement", (cell) => expect(isSubtotal(cell)).toBe(true));
  test.each(["営業外収益", "利益剰余金", "その他有価証券評価差額金", "小計画", "土地", ""])("%s is none", (cell) =>
    expect(isSubtotal(cell)).toBe(false),
  );
  test.each(["2024年３月31日現在", "（2024年3月31日 現在）", "令和６年３月31日現在", "平成元年3月31日現在"])(
    "%s is the day of a table",
    (cell) => expect(isDayOf(cell)).toBe(true),
  );
  test.each(["2024年3月31日", "2024年3月31日現在の状況は次のとおりであります。", "現在"])("%s is none", (cell) =>
    expect(isDayOf(cell)).toBe(false),
  );
  test("a column with a subhead between its numbers is a column of figures; one of words with a year is not", () => {
    expect(isFigureColumn(["1", "流動資産", "2", "△3", "－"])).toBe(true);
    expect(isFigureColumn(["山田", "1", "鈴木"])).toBe(false);
    expect(isFigureColumn(["－", "－"])).toBe(false);
  });
  test("the depth of a label is its leading full-width spaces", () => {
    expect(labelDepth("　　現金")).toBe(2);
    expect(labelDepth("現金")).toBe(0);
  });
});
