import { expect, test } from "vitest";
import { differs } from "./decimal-compare.ts";
import { exportColumns, exportRows, toCsv } from "./export.ts";
import { wordsOf } from "./labels.ts";
import { readFigures } from "./reading/read-figures.ts";
import { statementTables } from "./statements.ts";
import { makeReport, makeSummary } from "./testing/make-package.ts";
import { listedFigures, restatements, shownTable } from "./view.ts";

const nothing = new Map<number, never>();

async function report() {
  const figures = await readFigures(makeReport());
  return { figures, tables: statementTables(figures).map((table) => shownTable(figures, table, "en", nothing)) };
}

test("statements have the package's own order, five years of key figures, and the filer's own items", async () => {
  const { tables } = await report();
  expect(tables.map(({ kind, basis }) => [kind, basis])).toEqual([
    ["key", "consolidated"],
    ["balance", "consolidated"],
    ["shares", "consolidated"],
  ]);
  const [key, balance] = tables;
  expect(key?.columns.map(({ end }) => end.slice(0, 4))).toEqual(["2022", "2023", "2024", "2025", "2026"]);
  expect(key?.rows[0]).toMatchObject({ unit: "JPY million", labels: [{ text: "Net sales" }, { text: "売上高" }] });
  expect(key?.rows[0]?.cells.map((cell) => cell?.text)).toEqual(["900", "950", "1,000", "1,100", "1,234"]);
  expect(key?.rows[1]?.cells.map((cell) => cell?.text)).toEqual([undefined, undefined, undefined, "−56", "−56"]);
  expect(balance?.rows.map(({ extension, labels }) => [labels[0]?.text, extension])).toEqual([
    ["Sample provision", true],
    ["Cash and deposits", false],
  ]);
  expect(balance?.heading).toBe("２ 【連結貸借対照表】");
});

test("a summary tells results and forecast apart", async () => {
  const figures = await readFigures(makeSummary({ result: 1200, forecast: [1300, 1400] }));
  const tables = statementTables(figures).map((table) => shownTable(figures, table, "en", nothing));
  expect(tables.map(({ kind }) => kind)).toEqual(["results", "forecast"]);
  expect(tables[1]?.columns.map(({ members }) => members)).toEqual([["Lower"], ["Upper"]]);
});

test("the list of all figures leaves none out", async () => {
  const { figures } = await report();
  expect(listedFigures(figures, "ja", nothing).map(({ at }) => at)).toEqual([...figures.facts.keys()]);
});

test("a figure that a later filing gives differently is restated, one that is rounded otherwise is not", async () => {
  const { figures } = await report();
  const same = await readFigures(makeReport({ year: 2027, sales: [950, 1000, 1100, 1234, 1300] }));
  // The made reports give each year end the same balances, so those of the year before differ.
  const sales = (found: ReadonlyMap<number, unknown>) =>
    [...found.keys()].filter((at) => figures.elements[figures.facts[at]?.element ?? -1]?.row === "売上高");
  expect(sales(restatements(figures, [{ documentId: "same", figures: same }]))).toEqual([]);
  const other = await readFigures(makeReport({ year: 2027, sales: [950, 1000, 1100, 1230, 1300] }));
  const found = restatements(figures, [{ documentId: "later", figures: other }]);
  expect(sales(found)).toHaveLength(1);
  expect(found.get(sales(found)[0] ?? -1)).toEqual({ text: "1,230", documentId: "later" });
  const exact = { value: "406936000", decimals: "-3" };
  expect(differs({ value: "406000000", decimals: "-6" }, exact)).toBe(false);
  expect(differs({ value: "407000000", decimals: "-6" }, exact)).toBe(false);
  expect(differs({ value: "405000000", decimals: "-6" }, exact)).toBe(true);
  expect(differs({ value: "1.5", decimals: "INF" }, { value: "1.6", decimals: null })).toBe(true);
});

test("a file has a row for each figure: digits as digits, its unit, the address of its place, and no formula", async () => {
  const figures = await readFigures(makeReport());
  const rows = exportRows({
    issuer: "=HYPERLINK(0)",
    document: "@書類",
    figures,
    restated: nothing,
    unreadLater: [],
    linkOf: () => "https://example.com/documents/a",
  });
  const lines = toCsv(rows).trimEnd().split("\r\n");
  expect(lines).toHaveLength(figures.facts.length + 1);
  expect(lines[0]?.replace("\ufeff", "").split(",")).toEqual(exportColumns.map(([, name]) => name));
  const sales = lines.find((line) => line.includes("1234000000"));
  expect(sales).toMatch(/^'=HYPERLINK\(0\),'@書類,売上高,Net sales,/);
  expect(sales).toContain(",2025-04-01,2026-03-31,1234000000,false,JPY,-6,");
  expect(sales).toContain("https://example.com/documents/a");
  expect(lines.some((line) => /,-56000000,/.test(line))).toBe(true);
});

test.each([
  ["jpcrp_cor:NetSalesSummaryOfBusinessResults", "Net sales"],
  ["jpcrp_cor:ProfitLossAttributableToOwnersOfParent", "Profit (loss) attributable to owners of parent"],
  ["jppfs_cor:NetCashProvidedByUsedInOperatingActivities", "Net cash provided by (used in) operating activities"],
  ["jppfs_cor:DecreaseIncreaseInInventoriesOpeCF", "Decrease (increase) in inventories"],
  ["jppfs_cor:InterestIncomeNOI", "Interest income"],
  ["jpigp_cor:RevenueIFRS", "Revenue"],
  ["own:ConsumptionTaxCA", "Consumption tax CA"],
])("an element without a label is called by its name: %s is %s", (name, words) => {
  expect(wordsOf(name)).toBe(words);
});
