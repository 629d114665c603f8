import readXlsx from "read-excel-file/node";
import { expect, test } from "vitest";
import { openArchive } from "../../kit/archives/archive.ts";
import { exportRows } from "./export.ts";
import { readFigures } from "./reading/read-figures.ts";
import { makeReport } from "./testing/make-package.ts";
import { writeWorkbook } from "./workbook.ts";

const address = "https://example.com/documents/S1/sections/s1#q=s1~~%E5%A3%B2~1%2C234";

async function workbook() {
  const figures = await readFigures(makeReport());
  const about = {
    issuer: "=HYPERLINK(0)",
    document: "+書類",
    figures,
    restated: new Map<number, never>(),
    unreadLater: [],
  };
  return { figures, bytes: Buffer.from(await writeWorkbook(exportRows({ ...about, linkOf: () => address }))) };
}

test("another library opens it: numbers are numbers, and every row has its unit and the address of its place", async () => {
  const { figures, bytes } = await workbook();
  const [periods, all] = await readXlsx(bytes);
  const [head, ...rows] = all?.data ?? [];
  const at = (name: string) => head?.indexOf(name) ?? -1;
  expect(rows).toHaveLength(figures.facts.length);
  const sales = rows.find((row) => row[at("value")] === 1_234_000_000);
  expect(sales?.[at("label_ja")]).toBe("売上高");
  expect(sales?.[at("unit")]).toBe("JPY");
  expect(sales?.[at("link")]).toBe(address);
  expect(rows.every((row) => row[at("unit")] !== null && row[at("link")] === address)).toBe(true);
  const [periodHead, ...lines] = periods?.data ?? [];
  const netSales = lines.find((row) => row[0] === "売上高");
  expect(periodHead?.slice(9)).toContain("2025-04-01 – 2026-03-31");
  expect(netSales?.filter((cell) => typeof cell === "number")).toEqual([9e8, 95e7, 1e9, 11e8, 1_234_000_000]);
});

test("texts from outside are texts, not formulas, and links lead outside", async () => {
  const { bytes } = await workbook();
  const archive = await openArchive(bytes);
  const texts = await Promise.all(archive.entries.map(async ({ path }) => (await archive.read(path)).toString("utf8")));
  archive.close();
  expect(texts.filter((text) => /<f[ >]/.test(text))).toEqual([]);
  expect(texts.join("")).toContain("=HYPERLINK(0)");
  expect(texts.some((text) => text.includes('TargetMode="External"') && text.includes("https://example.com/"))).toBe(
    true,
  );
});
