import { expect, it } from "vitest";
import { businessDay, isBusinessDay } from "./calendar.ts";
import { isHoliday } from "./holidays.ts";

/** As the Cabinet Office lists them, without the days around New Year. */
const listed: Readonly<Record<number, string>> = {
  2019: "01-01 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-04 05-05 05-06 07-15 08-11 08-12 09-16 09-23 10-14 10-22 11-03 11-04 11-23",
  2020: "01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 11-03 11-23",
  2021: "01-01 01-11 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-22 07-23 08-08 08-09 09-20 09-23 11-03 11-23",
  2024: "01-01 01-08 02-11 02-12 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-15 08-11 08-12 09-16 09-22 09-23 10-14 11-03 11-04 11-23",
  2025: "01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-23 11-24",
  2026: "01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23",
};
const aroundNewYear = new Set(["01-02", "01-03", "12-29", "12-30", "12-31"]);

it.each(Object.entries(listed))("knows the holidays of %s", (year, days) => {
  const found: string[] = [];
  for (let ms = Date.UTC(Number(year), 0, 1); ms < Date.UTC(Number(year) + 1, 0, 1); ms += 86_400_000) {
    const day = new Date(ms).toISOString().slice(0, 10);
    if (isHoliday(day) && !aroundNewYear.has(day.slice(5))) found.push(day.slice(5));
  }
  expect(found.join(" ")).toBe(days);
});

it("goes back over weekends, holidays and the days around New Year", () => {
  expect(businessDay("2026-05-06")).toBe("2026-05-01");
  expect(businessDay("2026-01-04")).toBe("2025-12-26");
  expect(businessDay("2026-11-20")).toBe("2026-11-20");
  expect(isBusinessDay("2026-11-23")).toBe(false);
});
