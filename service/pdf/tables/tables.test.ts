import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTables, squeeze } from "../testing/compare-tables.ts";
import { choicesOf, evenMeasure, findDrawnTables } from "../testing/find-drawn-tables.ts";
import { layOut, type MadeTable } from "../testing/made-tables.ts";
import { randomPage, randomStyles } from "../testing/random-pages.ts";
import { findTables } from "./find-tables.ts";
import { mixedLines } from "./wrapped-words.ts";

const recognise = (table: MadeTable) => findDrawnTables(layOut(table, 60, 110));

const styles = ["grid", "columns", "lines", "ends", "none"] as const;
const statement: MadeTable = {
  rows: [
    ["", "前連結会計年度", "当連結会計年度"],
    ["流動資産", "", ""],
    ["現金及び預金", "1,234,567", "1,345,678"],
    ["受取手形、売掛金\n及び契約資産", "345,678", "△1,234"],
    ["その他", "12", "－"],
    ["流動資産合計", "1,580,257", "1,344,444"],
  ],
  headRows: 1,
  leading: 6,
  gap: 10,
  style: "none",
};

describe.each(styles)("a statement with %s", (style) => {
  test("has its rows and columns, and a label on two lines is one row", () => {
    const { tables } = recognise({ ...statement, style });
    expect(tables).toHaveLength(1);
    expect(compareTables([statement.rows], [tables])).toEqual({ cells: 15, found: 15, strange: 0 });
  });

  test("has them where each row is one run of text", () => {
    const { tables } = recognise({ ...statement, style, inOneRun: true });
    const { cells, found } = compareTables([statement.rows], [tables]);
    expect(found / cells).toBeGreaterThan(0.8);
  });
});

test("heads of years stand close together and don't fuse", () => {
  const rows = [
    ["", "2022年３月期", "2023年３月期", "2024年３月期"],
    ["売上高", "1,234,567,890", "1,345,678,901", "1,456,789,012"],
    ["経常利益", "12,345", "23,456", "34,567"],
    ["純資産額", "△567", "－", "1,234,567"],
  ];
  const { tables } = recognise({ rows, headRows: 1, leading: 4, gap: 2, style: "ends" });
  expect(compareTables([rows], [tables])).toEqual({ cells: 15, found: 15, strange: 0 });
});

test.each([
  { name: "all columns of figures", parts: [[170, 330]] },
  {
    name: "each column of figures",
    parts: [
      [170, 240],
      [260, 330],
    ],
  },
])("rows keep their label where rules stand only under $name", ({ parts }) => {
  const names = ["売上高", "売上原価", "売上総利益", "販売費及び一般管理費", "営業利益", "経常利益", "当期純利益"];
  const rows = names.map((name, at) => [name, `${at + 1},234,567`, `${at + 1},345,678`]);
  const texts = rows.flatMap((row, at) =>
    row.map((text, column) => {
      const width = evenMeasure(text, "", 9);
      const left = column === 0 ? 60 : 150 + column * 90 - width;
      return { text, size: 9, left, right: left + width, top: 110 + at * 16 };
    }),
  );
  const subtotals = [2, 4, 6].flatMap((at) => [110 + at * 16 - 12, 110 + at * 16 + 4]);
  const horizontal = subtotals.flatMap((at) => parts.map(([from = 0, to = 0]) => ({ at, from, to })));
  for (const vertical of [[], [55, 165, 245, 335].map((at) => ({ at, from: 98, to: 210 }))]) {
    // Columns that are drawn are closed at their ends.
    const closed = vertical.length === 0 ? [] : [98, 210].map((at) => ({ at, from: 55, to: 335 }));
    const { tables } = findTables(texts, { horizontal: [...horizontal, ...closed], vertical });
    expect(compareTables([rows], [tables])).toEqual({ cells: 21, found: 21, strange: 0 });
  }
});

test("prose is no table", () => {
  const texts = Array.from({ length: 12 }, (_, line) => ({
    text: "当社は、2024年３月期において売上高1,234百万円を計上し、前期比で増加しております。",
    ...{ size: 9, left: 60, right: 420, top: 100 + line * 14 },
  }));
  const { tables, rest } = findTables(texts, { horizontal: [], vertical: [] });
  expect(tables).toEqual([]);
  expect(rest).toHaveLength(12);
});

/** Facilities as they are printed without rules: the words of each cell go on beneath it. */
const facilities = [
  ["事業所名", "セグメント", "設備の", "従業員"],
  ["", "の名称", "内容", ""],
  ["本社工場（愛知", "自動車", "車両生産", "甲"],
  ["県見本市）", "", "設備", ""],
  ["東工場（岩手県", "自動車", "車両生産", "乙"],
  ["金ケ崎町）", "", "設備", ""],
];
const linesOfFacilities = (rows: readonly (readonly string[])[]) =>
  rows.flatMap((row, line) =>
    row.flatMap((text, column) => {
      const left = 60 + column * 90;
      return text === "" ? [] : [{ text, size: 10, left, right: left + text.length * 10, top: 100 + line * 14 }];
    }),
  );

test("words of cells that are mixed as lines of text are known to be, and those of a list are not", () => {
  const { tables, rest } = findTables(linesOfFacilities(facilities), { horizontal: [], vertical: [] });
  expect(tables).toEqual([]);
  expect(mixedLines(rest).size).toBe(6);
  const list = ["甲", "乙", "丙", "丁"].map((name) => ["代表者", "社長", name, "電話"]);
  expect(mixedLines(linesOfFacilities(list)).size).toBe(0);
});

/** Each column as wide as its longest words, and so little beside the next. */
const narrowLines = (rows: readonly (readonly string[])[], gutter: number) => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)) * 10);
  return rows.flatMap((row, line) =>
    row.flatMap((text, column) => {
      const left = widths.slice(0, column).reduce((sum, width) => sum + width + gutter, 60);
      return text === "" ? [] : [{ text, size: 10, left, right: left + text.length * 10, top: 100 + line * 14 }];
    }),
  );
};

test.each([8, 5, 4])(
  "with a gutter of %d points between full cells too, and two texts that are set in pieces are not",
  (gutter) => {
    expect(mixedLines(narrowLines(facilities, gutter)).size).toBe(6);
    const pieces = ["当社は見本を製造", "し、国内と海外の", "顧客に届けていま", "す。"];
    const text = [pieces, pieces.slice(0, 2), pieces, pieces.slice(0, 3)];
    for (const gap of [0, 1, 2]) expect(mixedLines(narrowLines(text, gap)).size).toBe(0);
    const english = ["the", "Company", "makes", "samples", "and", "sells", "them"];
    const lines = [english, english.slice(0, 2), english, english.slice(0, 3)];
    expect(mixedLines(narrowLines(lines, gutter)).size).toBe(0);
  },
);

test("a table whose cells were cut into rows is not certain", () => {
  const rows = facilities.map((row, at) => [...row, at % 2 === 0 && at > 0 ? `${at},234` : ""]);
  const third = [...rows, ["西工場（福岡県", "自動車", "車両生産", "丙", "9,876"], ["見本郡）", "", "設備", "", ""]];
  const { tables } = findTables(linesOfFacilities(third), { horizontal: [], vertical: [] });
  for (const { rows: found, certain } of tables) {
    const isJoined = found.some((row) => row.some(({ text }) => /車両生産\s*設備/u.test(text)));
    expect(certain).toBe(isJoined);
  }
  expect(tables).toHaveLength(1);
});

test("a box around text is no table", () => {
  const texts = [{ text: "注記", size: 9, left: 70, right: 90, top: 120 }];
  const horizontal = [100, 140].map((at) => ({ at, from: 60, to: 400 }));
  const vertical = [60, 400].map((at) => ({ at, from: 100, to: 140 }));
  expect(findTables(texts, { horizontal, vertical }).tables).toEqual([]);
});

const label = fc.constantFrom(
  "売上高",
  "経常利益又は経常損失（△）",
  "現金及び預金",
  "その他",
  "法人税、住民税\n及び事業税",
  "有形固定資産",
  "計",
);
const amount = fc.oneof(
  fc.integer({ min: 0, max: 99_999_999 }).map((value) => value.toLocaleString("en-US")),
  fc.integer({ min: 1, max: 9_999 }).map((value) => `△${value.toLocaleString("en-US")}`),
  fc.integer({ min: 1, max: 999 }).map((value) => `${(value / 10).toFixed(1)}`),
  fc.constant("－"),
);
const made = fc
  .record({ columns: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 3, max: 14 }) })
  .chain(({ columns, count }) =>
    fc.record({
      rows: fc.array(fc.tuple(label, fc.array(amount, { minLength: columns, maxLength: columns })), {
        minLength: count,
        maxLength: count,
      }),
      style: fc.constantFrom(...styles),
      leading: fc.integer({ min: 4, max: 12 }),
      gap: fc.integer({ min: 4, max: 30 }),
    }),
  )
  .map(({ rows, style, leading, gap }): MadeTable => {
    const head = ["", ...(rows[0]?.[1] ?? []).map((_, at) => `20${20 + at}年３月期`)];
    return { rows: [head, ...rows.map(([name, amounts]) => [name, ...amounts])], headRows: 1, style, leading, gap };
  });

test("at least 95 % of the cells of made tables are in their row and column, in each style", () => {
  const sums = new Map<string, { cells: number; found: number }>();
  fc.assert(
    fc.property(made, (table) => {
      const { cells, found } = compareTables([table.rows], [recognise(table).tables]);
      const sum = sums.get(table.style) ?? { cells: 0, found: 0 };
      sums.set(table.style, { cells: sum.cells + cells, found: sum.found + found });
    }),
    { numRuns: 250, seed: 11 },
  );
  const shares = Object.fromEntries([...sums].map(([style, { cells, found }]) => [style, found / cells]));
  for (const style of styles) expect(shares[style], JSON.stringify(shares)).toBeGreaterThanOrEqual(0.95);
});

test("no character of a page is lost or repeated, whatever its tables look like", () => {
  fc.assert(
    fc.property(made, (table) => {
      const { tables, rest } = recognise(table);
      const inTables = tables.flatMap((each) => each.rows.flatMap((row) => row.map((cell) => cell.text)));
      const sorted = (texts: readonly string[]) => [...squeeze(texts.join(""))].sort().join("");
      expect(sorted([...inTables, ...rest.map((run) => run.text)])).toBe(sorted(table.rows.flat()));
    }),
    { numRuns: 150 },
  );
});

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe("pages of random tables between text", () => {
  test.each(randomStyles)("with %s have at least 95 percent of their cells in their table, row and column", (style) => {
    let [cells, found] = [0, 0];
    fc.assert(
      fc.property(seeds, (seed) => {
        const page = randomPage(choicesOf(seed), evenMeasure, style);
        const known = page.tables.map(({ rows }) => rows);
        const compared = compareTables(known, [findDrawnTables(page).tables]);
        cells += compared.cells;
        found += compared.found;
      }),
      { numRuns: 80, seed: 5 },
    );
    expect(found / cells).toBeGreaterThanOrEqual(0.95);
  });

  test("lose and repeat no character, and no cell of a table lies over another", () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...randomStyles), (seed, style) => {
        const page = randomPage(choicesOf(seed), evenMeasure, style);
        const { tables, rest } = findDrawnTables(page);
        const delivered = [
          ...tables.flatMap((table) => table.rows.flatMap((row) => row.map((cell) => cell.text))),
          ...rest.map((run) => run.text),
        ];
        const sorted = (texts: readonly string[]) => [...squeeze(texts.join(""))].sort().join("");
        expect(sorted(delivered)).toBe(sorted(page.texts.map(({ text }) => text)));
        for (const row of tables.flatMap((table) => table.rows)) {
          const columns = row.flatMap(({ column, colSpan }) => Array.from({ length: colSpan }, (_, at) => column + at));
          expect(new Set(columns).size).toBe(columns.length);
        }
      }),
      { numRuns: 150 },
    );
  });
});
