import { describe, expect, test } from "vitest";
import { moment, monthAndYear, monthEnd, shiftMonth, weekdayName } from "./clock.ts";
import { eraDate, eraYear, fiscalPeriod, readDay } from "./era.ts";

describe("days", () => {
  test("eras change on their day", () => {
    expect(eraDate("2026-11-21", "ja")).toBe("令和8年11月21日");
    expect(eraDate("2019-05-01", "ja")).toBe("令和元年5月1日");
    expect(eraDate("2019-04-30", "ja")).toBe("平成31年4月30日");
    expect(eraDate("1989-01-07", "en")).toBe("Shōwa 64 (1989-01-07)");
    expect(eraYear("1873-01-01")).toMatchObject({ ja: "明治", year: 6 });
    expect(eraYear("1872-12-31")).toBeUndefined();
  });

  test("days are read as people type them, and impossible ones are refused", () => {
    const typed = ["2026-11-21", "2026/11/21", "20261121", "２０２６年１１月２１日", "令和8年11月21日", "R8.11.21"];
    expect(typed.map(readDay)).toEqual(Array(6).fill("2026-11-21"));
    expect(["令和元年5月1日", "S64.1.7", "2026-1-5"].map(readDay)).toEqual(["2019-05-01", "1989-01-07", "2026-01-05"]);
    expect(["2026-02-30", "X8.1.1", "26-1-5", "", "2026"].map(readDay)).toEqual(Array(5).fill(undefined));
  });

  test("fiscal periods are written in the usual form of each language", () => {
    expect(["2025FY", "2026H1", "odd"].map((each) => fiscalPeriod(each, "en"))).toEqual(["FY2025", "2026H1", "odd"]);
    expect(["2025FY", "2026H1", "2026Q3"].map((each) => fiscalPeriod(each, "ja"))).toEqual([
      "2025年度",
      "2026年度上期",
      "2026年度第3四半期",
    ]);
  });

  test("an instant is shown with its day in Japan, whatever its offset", () => {
    expect(moment("2026-06-25T23:30:00Z")).toEqual({ date: "2026-06-26", time: "08:30" });
    expect(moment("2026-06-26")).toEqual({ date: "2026-06-26", time: null });
    expect(moment("2026-06-26T00:00:00+09:00")).toEqual({ date: "2026-06-26", time: null });
    expect(moment("soon")).toBeUndefined();
    expect(weekdayName("2026-11-20", "en")).toBe("Friday");
  });

  test("a month is named with its year, in the order of the language", () => {
    expect([monthAndYear("2025-06", "en"), monthAndYear("2025-06", "ja")]).toEqual(["June 2025", "2025年6月"]);
  });

  test("the last day of a month, and the months before and after", () => {
    expect([monthEnd("2024-02"), monthEnd("2026-12")]).toEqual(["2024-02-29", "2026-12-31"]);
    expect([shiftMonth("2026-01", -1), shiftMonth("2026-11", 2)]).toEqual(["2025-12", "2027-01"]);
  });
});
