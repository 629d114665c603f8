import fc from "fast-check";
import { expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";
import { redlineHtml } from "./html.ts";
import { pairColumns } from "./pair-columns.ts";
import { redlineOf } from "./redline.ts";
import { redlineView } from "./testing.ts";

/** Five years up to one, with a figure for each year of each row. */
function fiveYears(last: number, sales: (year: number) => number): string {
  const years = [4, 3, 2, 1, 0].map((ago) => last - ago);
  const row = (label: string, cells: readonly (string | number)[]) => `| ${label} | ${cells.join(" | ")} |`;
  return [
    row(
      "回次",
      years.map((year) => `第${year - 1900}期`),
    ),
    row(
      "---",
      years.map(() => "---"),
    ),
    row(
      "決算年月",
      years.map((year) => `${year}年3月`),
    ),
    row("売上高", years.map(sales)),
    row(
      "純資産額",
      years.map((year) => year * 7),
    ),
  ].join("\n");
}
const sales = (year: number) => year * 11;

test("of a table over five years only the year that left and the one that came differ", () => {
  const { before, after } = pairColumns(
    `前文。\n\n${fiveYears(2024, sales)}\n`,
    `前文。\n\n${fiveYears(2025, sales)}\n`,
  );
  const { html } = redlineHtml(blocksOf(redlineOf(before, after)), redlineView);
  const words = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)<`, "g"))].map(([, text]) => text?.trim());
  expect(words("del")).toEqual(["第120期", "2020年3月", String(2020 * 11), String(2020 * 7)]);
  expect(words("ins")).toEqual(["第125期", "2025年3月", String(2025 * 11), String(2025 * 7)]);
});

test("a restated year stands out beside its own figure", () => {
  const restated = (year: number) => (year === 2023 ? 1 : sales(year));
  const { before, after } = pairColumns(fiveYears(2024, sales), fiveYears(2025, restated));
  const { html } = redlineHtml(blocksOf(redlineOf(before, after)), redlineView);
  expect(html).toMatch(new RegExp(`<del[^>]*>\\s*${2023 * 11}\\s*</del><ins[^>]*>\\s*1\\s*</ins>`));
});

test.each([
  ["the same years", fiveYears(2024, sales), fiveYears(2024, (year) => year)],
  [
    "another table",
    fiveYears(2024, sales),
    "| 氏名 | 職名 | 期 |\n| --- | --- | --- |\n| 甲 | 社長 | 1 |\n| 乙 | 監査役 | 2 |",
  ],
  ["no table", "本文。", fiveYears(2024, sales)],
])("%s are compared as they are", (_, before, after) => {
  expect(pairColumns(before, after)).toEqual({ before, after });
});

test("no cell is lost and none is made, whatever the tables are", () => {
  const cell = fc.constantFrom("", "2024年", "2025年", "2026年", "売上高", "1", "22", "a\\|b", "---");
  const table = fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
    .chain(([width, height]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
    )
    .map((rows) => rows.map((row) => `| ${row.join(" | ")} |`).join("\n"));
  const cellsIn = (text: string) =>
    text
      .split(/(?<!\\)\|/u)
      .map((each) => each.trim())
      .filter((each) => each !== "" && each !== "---");
  fc.assert(
    fc.property(table, table, (before, after) => {
      const paired = pairColumns(before, after);
      expect(cellsIn(paired.before)).toEqual(cellsIn(before));
      expect(cellsIn(paired.after)).toEqual(cellsIn(after));
    }),
  );
});
