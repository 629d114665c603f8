import { afterAll, expect, test } from "vitest";
import { openFigureReader } from "./reader.ts";
import { unpackFigures } from "./stored.ts";
import { makeReport } from "./testing/make-package.ts";

const reader = openFigureReader();
afterAll(() => reader.close());

test("a package is read in a thread, into what is stored", async () => {
  const read = await reader.read(makeReport());
  if ("refused" in read) throw new Error(read.refused);
  expect(read.factCount).toBe(14);
  expect(unpackFigures(read.packed).facts).toHaveLength(14);
});

test("a package that can't be trusted is refused with its reason, and the next one is read", async () => {
  expect(await reader.read(Buffer.from("no archive"))).toEqual({ refused: "not_an_archive" });
  expect(await reader.read(makeReport())).toMatchObject({ factCount: 14 });
});

test("a spreadsheet is written in the same thread", async () => {
  const bytes = await reader.workbook([]);
  expect(Buffer.from(bytes).subarray(0, 2).toString("latin1")).toBe("PK");
});

test("what was stored by something else is not taken for figures", () => {
  expect(() => unpackFigures(Buffer.from("no gzip"))).toThrow();
});
