import readXlsx from "read-excel-file/node";
import { expect, test } from "vitest";
import { openArchive } from "../../../kit/archives/archive.ts";
import { exportRows } from "../export.ts";
import { readFigures } from "../reading/read-figures.ts";
import { makeReport, zipOf } from "../testing/make-package.ts";
import { writeWorkbook } from "../workbook.ts";
import { readScope, refillWorkbook } from "./refill.ts";
import { readSheet } from "./sheet.ts";
import { WorkbookParts } from "./workbook-parts.ts";

const today = "2026-11-26";
const sheetPath = "xl/worksheets/sheet1.xml";

async function rowsOf(document: string, ...report: Parameters<typeof makeReport>) {
  const figures = await readFigures(makeReport(...report));
  const about = { figures, restated: new Map<number, never>(), unreadLater: [], linkOf: () => "https://e.com/a" };
  return exportRows({ issuer: "7001 見本", document: `${document} 書類`, ...about });
}

/** The year after: sales of 2025, and two amounts of the balance sheet of 2026, are said otherwise. */
const newer = () => rowsOf("D2", { year: 2027, sales: [950, 1000, 1111, 1234, 1500] });
const older = () => rowsOf("D1");
const both = async () => [...(await newer()), ...(await older())];

/** As a reader leaves it: a formula two columns on, a row, formats and a sheet of her own. */
async function worked(edit: (xml: string) => string = (xml) => xml): Promise<Buffer> {
  const parts = await WorkbookParts.open(await writeWorkbook(await older()));
  const xml = parts
    .text(sheetPath)
    .replace(
      "</row></sheetData>",
      '</row><row r="9" ht="40" customHeight="1"><c r="A9" s="0"><f>SUM(J2:P2)</f><v>5184000000</v></c></row></sheetData>',
    )
    .replace("<pageMargins", '<conditionalFormatting sqref="J2:P9"/><pageMargins');
  parts.set(sheetPath, edit(xml));
  parts.addSheet("Mine", [["my own", 1]]);
  return parts.bytes();
}

async function contents(bytes: Uint8Array): Promise<Map<string, string>> {
  const archive = await openArchive(Buffer.from(bytes));
  const texts = new Map<string, string>();
  for (const { path } of archive.entries) texts.set(path, (await archive.read(path)).toString("utf8"));
  archive.close();
  return texts;
}

async function cellsOf(bytes: Uint8Array) {
  const [sheet] = await readXlsx(Buffer.from(bytes));
  const [head = [], ...rows] = sheet?.data ?? [];
  return (label: string, period: string) => rows.find((row) => row[0] === label)?.[head.indexOf(period)];
}

test("a workbook says which figures it is of", async () => {
  expect(await readScope(await worked())).toEqual({ issuers: ["7001"], documents: ["D1"] });
});

test("new periods stand beside the newest, restated figures are replaced and noted, and nothing else changes", async () => {
  const before = await worked();
  const { bytes, ...counts } = await refillWorkbook({ bytes: before, rows: await both(), today });
  expect(counts).toMatchObject({ changed: 3, kept: 0, apart: null });
  const at = await cellsOf(bytes);
  expect(at("売上高", "2026-04-01 – 2027-03-31")).toBe(1.5e9);
  expect(at("売上高", "2024-04-01 – 2025-03-31")).toBe(1.111e9);
  expect(at("売上高", "2021-04-01 – 2022-03-31")).toBe(9e8);
  const [old, now] = [await contents(before), await contents(bytes)];
  const changed = [...now].filter(([path, text]) => old.get(path) !== text).map(([path]) => path);
  expect(changed.sort()).toEqual([
    "[Content_Types].xml",
    "xl/_rels/workbook.xml.rels",
    "xl/workbook.xml",
    "xl/worksheets/hiraku-2.xml",
    sheetPath,
    "xl/worksheets/sheet3.xml",
  ]);
  expect(now.get(sheetPath)).toContain(
    '<row r="9" ht="40" customHeight="1"><c r="A9" s="0"><f>SUM(J2:P2)</f></c></row>',
  );
  expect(now.get(sheetPath)).toContain('<conditionalFormatting sqref="J2:P9"/>');
  expect(now.get("xl/worksheets/hiraku-2.xml")).toContain("1100000000");
  const [oldCells, cells] = [old, now].map((texts) => readSheet(texts.get(sheetPath) ?? "", []).cells);
  const untouched = [...(oldCells ?? [])].flatMap(([row, line]) =>
    [...line.values()].filter(
      ({ column, text, hasFormula }) => !hasFormula && cells?.get(row)?.get(column)?.text !== text,
    ),
  );
  expect(untouched).toHaveLength(3);
});

test("a second refill changes nothing", async () => {
  const rows = await both();
  const { bytes } = await refillWorkbook({ bytes: await worked(), rows, today });
  const again = await refillWorkbook({ bytes, rows, today });
  expect(again).toMatchObject({ added: 0, changed: 0, kept: 0, apart: null });
  expect(await contents(again.bytes)).toEqual(await contents(bytes));
});

test("what a reader wrote over a figure stays", async () => {
  const bytes = await worked((xml) => xml.replace("<v>1100000000</v>", "<v>7</v>"));
  const refilled = await refillWorkbook({ bytes, rows: await both(), today });
  expect(refilled).toMatchObject({ changed: 2, kept: 1 });
  expect((await cellsOf(refilled.bytes))("売上高", "2024-04-01 – 2025-03-31")).toBe(7);
});

test("where something stands beside the newest period, new ones go to a sheet of their own, and later ones join them", async () => {
  const bytes = await worked((xml) => xml.replace('</row><row r="3"', '<c r="Q2"><f>P2*2</f></c></row><row r="3"'));
  const refilled = await refillWorkbook({ bytes, rows: await both(), today });
  expect(refilled.apart).toBe("Newest periods");
  expect((await contents(refilled.bytes)).get(sheetPath)).toContain('<c r="Q2"><f>P2*2</f></c>');
  const rows = [...(await rowsOf("D3", { year: 2028, sales: [1000, 1111, 1234, 1500, 1700] })), ...(await both())];
  const later = await refillWorkbook({ bytes: refilled.bytes, rows, today });
  expect(later.apart).toBeNull();
  const sheet = (await readXlsx(Buffer.from(later.bytes))).find((each) => each.sheet === "Newest periods");
  expect(sheet?.data[0]).toContain("2027-04-01 – 2028-03-31");
  expect(sheet?.data.flat()).toContain(1.7e9);
});

test("lines are found where rows were put in above them", async () => {
  const parts = await WorkbookParts.open(await worked());
  const rows = [...readSheet(parts.text(sheetPath), parts.strings()).cells.keys()];
  const moved = parts.text(sheetPath).replaceAll(/<row r="(\d+)"/g, (_, row) => `<row r="${Number(row) + 5}"`);
  parts.set(
    sheetPath,
    moved.replaceAll(/<c r="([A-Z]+)(\d+)"/g, (_, column, row) => `<c r="${column}${Number(row) + 5}"`),
  );
  expect(rows.length).toBeGreaterThan(5);
  const refilled = await refillWorkbook({ bytes: await parts.bytes(), rows: await both(), today });
  expect(refilled).toMatchObject({ changed: 3, apart: null });
});

test.each([
  ["no workbook", async () => zipOf({ "a.txt": "x" }), "unknown_layout"],
  ["no ZIP", async () => Buffer.from("x"), "not_an_archive"],
  ["a bomb", async () => zipOf({ "xl/workbook.xml": "x".repeat(40_000_000) }), "ratio_too_high"],
  [
    "entities",
    async () => worked((xml) => xml.replace("<worksheet", '<!DOCTYPE a [<!ENTITY b "c">]><worksheet')),
    "doctype_refused",
  ],
  [
    "a cell beyond every sheet",
    async () => worked((xml) => xml.replace('<row r="9"', '<row r="99999999"')),
    "unknown_layout",
  ],
  ["tags without end", async () => worked((xml) => xml.replace("<sheetData>", "<a>".repeat(500))), "nested_too_deeply"],
] as const)("%s is refused", async (_, make, reason) => {
  const bytes = await make();
  await expect(refillWorkbook({ bytes, rows: await both(), today })).rejects.toMatchObject({ reason });
});

test("a workbook without keys is refused", async () => {
  const parts = await WorkbookParts.open(await worked());
  parts.set("xl/workbook.xml", parts.text("xl/workbook.xml").replace("Hiraku keys", "Other"));
  await expect(readScope(await parts.bytes())).rejects.toMatchObject({ reason: "missing_facts" });
});
