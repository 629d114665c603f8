import { columnLetters, columnsOfRange } from "../../../kit/archives/cell-names.ts";
import { Refusal } from "../../../kit/archives/refusal.ts";
import { type Splice, splice } from "../../../kit/archives/xml-places.ts";
import type { ExportRow } from "../export.ts";
import { type Key, keyRows, keysSheet, keysVersion, lineOf, numberOf } from "../workbook-keys.ts";
import { type Cell, type CellText, cellXml, readSheet, type Sheet, scanXml } from "./sheet.ts";
import { type SheetPart, sheetXml, WorkbookParts } from "./workbook-parts.ts";

/**
 * Refills an exported workbook in place. Its hidden sheet says which figure was written for which line and period. A
 * cell that still has that figure gets what is said now; any other cell is the reader's own. Periods that ended since
 * become columns beside the newest one where these are empty, and otherwise a sheet of their own.
 */
export interface Refilled {
  readonly bytes: Uint8Array;
  /** Cells of new periods. */
  readonly added: number;
  /** Figures that a later filing says otherwise; each is noted in a sheet of the workbook. */
  readonly changed: number;
  /** Figures said otherwise now whose cells hold something of the reader's. */
  readonly kept: number;
  /** The sheet that new periods went to, where they had no room beside the others. */
  readonly apart: string | null;
}

/** The figures that a workbook is of. */
export interface WorkbookScope {
  readonly issuers: readonly string[];
  readonly documents: readonly string[];
}

const keysMax = 400_000;
const textMax = 2_000;
const headerRowsMax = 50;
const addedPeriodsMax = 40;

const names = ["issuer", "element", "standard", "basis", "members", "unit"] as const;
const periodForm = /^(?:\d{4}-\d\d-\d\d – )?\d{4}-\d\d-\d\d$/;
const endOf = (period: string) => period.slice(-10);
const inOrder = (a: string, b: string) => (endOf(a) + a < endOf(b) + b ? -1 : 1);

export async function readScope(bytes: Uint8Array): Promise<WorkbookScope> {
  const parts = await WorkbookParts.open(bytes);
  const { keys } = readKeys(parts, parts.strings());
  return {
    issuers: [...new Set(keys.map(({ line }) => (JSON.parse(line) as string[])[0] ?? ""))],
    documents: [...new Set(keys.map(({ document }) => document))],
  };
}

export async function refillWorkbook(task: {
  readonly bytes: Uint8Array;
  /** All figures of the issuers that are owned, the newest filing first. */
  readonly rows: readonly ExportRow[];
  readonly today: string;
}): Promise<Refilled> {
  const parts = await WorkbookParts.open(task.bytes);
  const strings = parts.strings();
  const { keys, path } = readKeys(parts, strings);
  const now = keyRows(task.rows);
  const before = new Map(keys.map((key) => [placeOf(key), key]));
  const after = new Map(before);
  const blocks = parts
    .sheets()
    .filter((sheet) => sheet.path !== path)
    .flatMap((sheet) => findBlock(sheet, readSheet(parts.text(sheet.path), strings), keys) ?? []);
  if (blocks.length === 0) throw new Refusal("missing_facts", "The workbook has no sheet with its figures any more.");

  const newest = keys.map(({ period }) => endOf(period)).reduce((a, b) => (a > b ? a : b));
  const lines = new Set(blocks.flatMap((block) => [...block.lines.values()]));
  const fresh = now.filter((key) => endOf(key.period) > newest && lines.has(key.line));
  const periods = [...new Set(fresh.map(({ period }) => period))].sort(inOrder).slice(0, addedPeriodsMax);
  const last = blocks.findLast((block) => [...block.periods.keys()].some((period) => endOf(period) === newest));
  const target = last ?? blocks[0];
  const cellsOfNew = new Map(fresh.map((key) => [placeOf(key), key]));

  const notes: CellText[][] = [];
  let [added, changed, kept] = [0, 0, 0];
  for (const block of blocks) {
    const edits = new Map<Cell, string | number>();
    for (const key of now) {
      const own = before.get(placeOf(key));
      if (own === undefined || own.value === key.value) continue;
      const column = block.periods.get(key.period);
      if (column === undefined) continue;
      for (const [row, line] of block.lines) {
        if (line !== key.line) continue;
        const cell = block.sheet.cells.get(row)?.get(column);
        if (cell === undefined || cell.hasFormula || !isSame(cell.text, own.value)) kept++;
        else {
          edits.set(cell, numberOf(key.value) ?? "");
          after.set(placeOf(key), key);
          const where = `${columnLetters(column)}${row}`;
          notes.push([
            task.today,
            block.part.name,
            where,
            ...(JSON.parse(key.line) as string[]),
            key.period,
            own.value,
            key.value,
            key.document,
          ]);
          changed++;
        }
      }
    }
    const places: Splice[] = [...edits].map(([cell, value]) => {
      return { ...cell, text: cellXml(block.sheet.prefix, cell.row, cell.column, value, cell.style) };
    });
    if (block === target && periods.length > 0 && hasRoom(block, periods.length)) {
      const made = appendColumns(block, periods, cellsOfNew);
      places.push(...made.places);
      added += made.count;
    }
    if (places.length > 0) parts.set(block.part.path, splice(block.sheet.xml, places));
  }
  let apart: string | null = null;
  if (target !== undefined && periods.length > 0 && added === 0) {
    const own = [...new Set(fresh.map(({ line }) => line))];
    const rows = own.map((line) => periods.map((period) => cellsOfNew.get(placeOf({ line, period }))?.value ?? ""));
    added = rows.flat().filter((value) => value !== "").length;
    apart = parts.addSheet("Newest periods", [
      [...names, ...periods],
      ...own.map((line, at) => [
        ...(JSON.parse(line) as string[]).map((text) => text || null),
        ...(rows[at] ?? []).map(numberOf),
      ]),
    ]);
  }
  if (added > 0) for (const key of fresh) if (periods.includes(key.period)) after.set(placeOf(key), key);
  if (notes.length > 0) {
    const head = ["refilled", "sheet", "cell", ...names, "period", "before", "after", "document"];
    parts.addSheet(`Refilled ${task.today}`, [head, ...notes]);
  }
  if (added + changed > 0) {
    parts.set(path, sheetXml(keysSheet([...after.values()])));
    dropResults(parts);
    parts.recompute();
  }
  return { bytes: await parts.bytes(), added, changed, kept, apart };
}

/** Stored results of formulas are of the figures before, and some programs would show them as they are. */
function dropResults(parts: WorkbookParts): void {
  for (const { path } of parts.sheets()) {
    const { xml, cells } = readSheet(parts.text(path), []);
    const results = [...cells.values()].flatMap((line) => [...line.values()].flatMap(({ result }) => result ?? []));
    if (results.length > 0)
      parts.set(
        path,
        splice(
          xml,
          results.map((place) => ({ ...place, text: "" })),
        ),
      );
  }
}

const placeOf = ({ line, period }: Pick<Key, "line" | "period">) => `${line}\n${period}`;

/** A cell's own text may be of another form: `1.0E9`, or rounded as a double is. */
function isSame(shown: string, written: string): boolean {
  return shown === written || (shown.trim() !== "" && Number(shown) === Number(written));
}

function readKeys(parts: WorkbookParts, strings: readonly string[]): { keys: Key[]; path: string } {
  for (const { name, path } of parts.sheets()) {
    if (name !== keysVersion.sheet) continue;
    const { cells } = readSheet(parts.text(path), strings);
    const at = (row: number, column: number) => cells.get(row)?.get(column)?.text ?? "";
    if (at(1, 1) !== keysVersion.mark || at(1, 2) !== keysVersion.version) continue;
    if (cells.size > keysMax) throw new Refusal("too_large", "The workbook has too many figures.");
    const keys: Key[] = [];
    for (const row of cells.keys()) {
      if (row < 3) continue;
      const [line, [period = "", document = "", value = ""]] = [
        [1, 2, 3, 4, 5, 6].map((column) => at(row, column)),
        [7, 8, 9].map((column) => at(row, column)),
      ];
      const isRead = periodForm.test(period) && /^[\w.-]{1,100}$/.test(document) && /^-?\d[\d.]*$/.test(value);
      if (!isRead || [...line, value].some((text) => text.length > textMax)) {
        throw new Refusal("bad_manifest", "The keys of the workbook can't be read.");
      }
      keys.push({ line: JSON.stringify(line), period, document, value });
    }
    if (keys.length > 0) return { keys, path };
  }
  throw new Refusal("missing_facts", "The workbook has no keys: it was not exported here.");
}

/** Figures in a sheet: a header row with the names of what a line is and of periods, and the lines below it. */
interface Block {
  readonly part: SheetPart;
  readonly sheet: Sheet;
  readonly headerRow: number;
  readonly periods: ReadonlyMap<string, number>;
  readonly lines: ReadonlyMap<number, string>;
}

function findBlock(part: SheetPart, sheet: Sheet, keys: readonly Key[]): Block | undefined {
  const known = new Set(keys.map(({ period }) => period));
  for (const headerRow of [...sheet.cells.keys()].sort((a, b) => a - b).slice(0, headerRowsMax)) {
    const heads = new Map([...(sheet.cells.get(headerRow) ?? [])].map(([column, { text }]) => [text, column]));
    const columns = names.map((name) => heads.get(name));
    const periods = new Map([...heads].filter(([text]) => known.has(text)));
    if (columns.includes(undefined) || periods.size === 0) continue;
    const lines = new Map<number, string>();
    for (const [row, cells] of sheet.cells) {
      if (row <= headerRow) continue;
      const line = columns.map((column) => cells.get(column ?? 0)?.text ?? "");
      if (line.some((text) => text !== "")) lines.set(row, lineOf(line));
    }
    return { part, sheet, headerRow, periods, lines };
  }
  return undefined;
}

const lastColumn = (block: Block) => Math.max(...block.periods.values());

function hasRoom(block: Block, count: number): boolean {
  const first = lastColumn(block) + 1;
  const isWithin = (from: number, to: number) => to >= first && from < first + count;
  for (const cells of block.sheet.cells.values()) {
    for (const { column, text, hasFormula } of cells.values()) {
      if (isWithin(column, column) && (text !== "" || hasFormula)) return false;
    }
  }
  return !scanXml(block.sheet.xml, ["mergeCell"]).some(({ attributes }) =>
    isWithin(...columnsOfRange(attributes["ref"] ?? "A1")),
  );
}

function appendColumns(block: Block, periods: readonly string[], fresh: ReadonlyMap<string, Key>) {
  const { sheet, headerRow, lines } = block;
  const last = lastColumn(block);
  const places: Splice[] = [];
  let count = 0;
  const put = (row: number, column: number, value: string | number) => {
    const cells = sheet.cells.get(row);
    const own = cells?.get(column);
    const style = own?.style ?? cells?.get(last)?.style;
    const before = [...(cells?.values() ?? [])].filter((cell) => cell.column < column).at(-1);
    const at = own ?? (before === undefined ? undefined : { start: before.end, end: before.end });
    if (at === undefined) return;
    places.push({ ...at, text: cellXml(sheet.prefix, row, column, value, style) });
    if (row !== headerRow) count++;
  };
  periods.forEach((period, at) => {
    put(headerRow, last + 1 + at, period);
    for (const [row, line] of lines) {
      const value = numberOf(fresh.get(placeOf({ line, period }))?.value ?? "");
      if (value !== null) put(row, last + 1 + at, value);
    }
  });
  return { places: [...places, ...widened(block, last, periods.length), ...withoutHints(sheet.xml)], count };
}

/** New columns are as wide as the one beside them, where nobody has given them a width. */
function widened({ sheet }: Block, last: number, count: number): Splice[] {
  const columns = scanXml(sheet.xml, ["col"]);
  const beside = columns.find(
    ({ attributes }) => Number(attributes["min"]) <= last && Number(attributes["max"]) >= last,
  );
  const taken = columns.some(({ attributes }) => Number(attributes["max"]) > last);
  const width = Number(beside?.attributes["width"]);
  if (beside === undefined || taken || !Number.isFinite(width)) return [];
  const text = `<${sheet.prefix}col min="${last + 1}" max="${last + count}" width="${width}" customWidth="1"/>`;
  return [{ start: beside.end, end: beside.end, text }];
}

/** The range that a sheet uses is a hint for readers, and wrong once there are more columns. */
function withoutHints(xml: string): Splice[] {
  return scanXml(xml, ["dimension"]).map(({ start, end }) => ({ start, end, text: "" }));
}
