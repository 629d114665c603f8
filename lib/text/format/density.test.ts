import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { barHeight, monthlyDensity } from "./density.ts";

describe("density", () => {
  test("months without documents are included, up to the newest day known", () => {
    const density = monthlyDensity(["2026-06-26", "2026-06-01", "2026-08-01"], {
      until: "2026-09-15",
      complete: false,
      monthsMax: 36,
    });
    expect(density.months).toEqual([
      { month: "2026-06", count: 2, partial: true },
      { month: "2026-07", count: 0, partial: false },
      { month: "2026-08", count: 1, partial: false },
      { month: "2026-09", count: 0, partial: false },
    ]);
    expect(density.most).toBe(2);
  });

  test("counts every document within its span", () => {
    const day = fc.date({ min: new Date("2020-01-01"), max: new Date("2026-11-21"), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(day, { maxLength: 60 }), (dates) => {
        const days = dates.map((date) => date.toISOString().slice(0, 10));
        const { months } = monthlyDensity(days, { until: "2026-11-21", complete: true, monthsMax: 1_000 });
        expect(months.reduce((sum, each) => sum + each.count, 0)).toBe(days.length);
      }),
    );
  });

  test("a month with one document is visible beside one with a thousand", () => {
    expect([barHeight(0, 1_000, 34), barHeight(1, 1_000, 34), barHeight(1_000, 1_000, 34)]).toEqual([0, 3, 34]);
  });
});
