import type { ClaimedPeriod } from "./claims.ts";
import { periodsIn, relativePeriodsIn, yearsLater } from "./periods.ts";
import { type Amount, amountsIn, type Exact, evenText, shifted, type Unit } from "./quantities.ts";
import { type ToldUnit, unitIn } from "./units.ts";

/** Figures of a table with what their row and column say: the same reading for filings and for drafts. */
export interface TableFigure {
  readonly row: number;
  readonly column: number;
  readonly start: number;
  readonly end: number;
  readonly exact: Exact;
  readonly unit: Unit;
  /** The words that name what it is of; the row's own, or where rows are periods, the column's. */
  readonly label: string;
  /** Other words of its column or row, such as a segment or an issuer. */
  readonly besides: string;
  readonly period: ClaimedPeriod | null;
  /** Neither its row nor its column names a period: it is that of the words around the table. */
  readonly periodFromAround: boolean;
  readonly heads: string;
}

export interface TableAround {
  readonly unit: ToldUnit | undefined;
  readonly period: ClaimedPeriod | null;
  /** The year that 当期 means. */
  readonly current: ClaimedPeriod | null;
  /** In a draft an amount in brackets is negative; in a filing it is an amount besides. */
  readonly bracketsAreNegative: boolean;
}

const headRowsMax = 8;
const headCharactersMax = 200;
const figuresMax = 20_000;

export function tableFigures(table: readonly (readonly string[])[], around: TableAround): TableFigure[] {
  const rows = table.map((row) => row.map(evenText));
  const firstFigures = rows.findIndex(
    (row) => row.some((cell) => figureOf(cell, around) !== undefined) && !isYears(row),
  );
  if (firstFigures === -1) return [];
  const head = rows.slice(Math.max(0, firstFigures - headRowsMax), firstFigures);
  const ofTable = head.map((row) => unitOfRow(row)).find((unit) => unit !== undefined);
  const columns = new Map<number, ReturnType<typeof columnOf>>();
  const found: TableFigure[] = [];
  const countOfRow = (row: readonly string[]) => row.filter((cell) => figureOf(cell, around) !== undefined).length;
  for (const [row, cells] of rows.entries()) {
    if (row < firstFigures) continue;
    const first = cells.findIndex((cell) => figureOf(cell, around) !== undefined);
    if (first === -1) continue;
    const label = labelOf(cells, first);
    const count = countOfRow(cells);
    for (let column = first; column < cells.length && found.length < figuresMax; column++) {
      const cell = cells[column] ?? "";
      const amount = figureOf(cell, around);
      if (amount === undefined) continue;
      const known = columns.get(column) ?? columnOf(head, column, around);
      columns.set(column, known);
      // One cell over several columns stands in each of them.
      if (column > first && cell === cells[column - 1] && known.words === columns.get(column - 1)?.words) continue;
      const named = nameOf(label, known, { count, around });
      const beside = cells[column + 1] ?? "";
      const told =
        (isOnlyUnit(beside) ? unitIn(beside) : undefined) ?? known.unit ?? label.unit ?? ofTable ?? around.unit;
      const unit = amount.unit === "none" ? unitFor(named.label, told) : { unit: amount.unit, scale: 0 };
      found.push({
        ...named,
        ...{ row, column, start: amount.start, end: amount.end, heads: known.words },
        exact: amount.unit === "none" && amount.scale === 0 ? shifted(amount.exact, unit?.scale ?? 0) : amount.exact,
        unit: unit?.unit ?? "none",
      });
    }
  }
  return found;
}

interface Label {
  readonly text: string;
  readonly others: string;
  readonly unit: ToldUnit | undefined;
  readonly period: ClaimedPeriod | null;
}

function nameOf(
  label: Label & { readonly period: ClaimedPeriod | null },
  column: ReturnType<typeof columnOf>,
  { count, around }: { readonly count: number; readonly around: TableAround },
): Pick<TableFigure, "label" | "besides" | "period" | "periodFromAround"> {
  const rowPeriod = label.period ?? relativeIn(label.text, around);
  if (column.period !== null)
    return {
      label: rowPeriod === null ? label.text : "",
      besides: [label.others, column.rest].filter(Boolean).join(" "),
      period: column.period,
      periodFromAround: false,
    };
  if (rowPeriod !== null)
    return {
      label: column.last,
      besides: [column.before, label.others].filter(Boolean).join(" "),
      period: rowPeriod,
      periodFromAround: false,
    };
  const isAlone = count === 1 && /^(?:金額|実績|)$/u.test(column.rest);
  const [name, besides] =
    label.text === "" ? [column.last, column.before] : isAlone ? [label.text, label.others] : [label.text, column.rest];
  return { label: name, besides, period: around.period, periodFromAround: true };
}

function relativeIn(text: string, { current }: TableAround): ClaimedPeriod | null {
  const [relative] = relativePeriodsIn(text);
  return relative === undefined || current === null || text.length > 40 ? null : yearsLater(current, relative.years);
}

/** Without units, brackets and words for periods. */
function restOf(text: string): string {
  let rest = text;
  for (const { start, end } of [...periodsIn(text), ...relativePeriodsIn(text)].sort((a, b) => b.start - a.start))
    rest = rest.slice(0, start) + rest.slice(end);
  return rest
    .replace(/[(（[［][^)）\]］]*[)）\]］]/gu, "")
    .replace(/第\d{1,3}期|金額|実績|単位|自|至|年度|会計期間|連結|現在|[\s:：・、,~-]/gu, "")
    .trim();
}

function columnOf(head: readonly (readonly string[])[], column: number, around: TableAround) {
  const cells = [
    ...new Set(head.map((row) => (row[column] ?? "").slice(0, headCharactersMax)).filter((cell) => cell.trim() !== "")),
  ];
  const words = cells.join(" ");
  const named = periodsIn(words).at(-1)?.period ?? plainYear(cells) ?? relativeIn(words.slice(0, 40), around);
  const plain = cells.filter((cell) => unitIn(cell) === undefined || !isOnlyUnit(cell));
  return {
    words,
    period: named ?? null,
    unit: cells.map(unitIn).findLast((unit) => unit !== undefined),
    rest: cells
      .map(restOf)
      .filter((rest) => rest !== "" && unitIn(rest) === undefined && !/^\d{4}$/u.test(rest))
      .join(" "),
    last: plain.at(-1) ?? "",
    before: plain.slice(0, -1).join(" "),
  };
}

function plainYear(cells: readonly string[]): ClaimedPeriod | undefined {
  const year = cells.find((cell) => /^(?:19|20)\d{2}$/u.test(cell.trim()));
  return year === undefined ? undefined : { end: null, fiscalYear: Number(year), months: 12 };
}

const isOnlyUnit = (cell: string) =>
  unitIn(cell) !== undefined && /^[(（[［]?(?:単位)?[:：]?[^\s()（）]{1,6}(?:\s?銭)?[)）\]］]?$/u.test(cell.trim());

function labelOf(cells: readonly string[], first: number): Label {
  const before = cells.slice(0, first).filter((cell, at, all) => cell.trim() !== "" && cell !== all[at - 1]);
  const unit = before.map(unitIn).findLast((each) => each !== undefined);
  const words = before.filter((cell) => !isOnlyUnit(cell) && !/^[\s―－-]*$/u.test(cell));
  const text = words.at(-1) ?? "";
  const period = words.map((cell) => periodsIn(cell).at(-1)?.period).findLast((each) => each !== undefined);
  return { text, others: words.slice(0, -1).join(" "), unit, period: period ?? null };
}

/** A cell that is nothing but an amount, with notes. */
function figureOf(cell: string, { bracketsAreNegative }: TableAround): Amount | undefined {
  if (cell.length > 40) return undefined;
  const bare = cell.replace(/※\s?\d*(?:[,、]\s?※?\d+)*/gu, (note) => " ".repeat(note.length));
  const [amount, ...others] = amountsIn(bare, { bare: true });
  if (amount === undefined || others.length > 0) return undefined;
  const outside = bare.slice(0, amount.start) + bare.slice(amount.end);
  if (outside.trim() !== "") return undefined;
  if (!bracketsAreNegative && /[()]/u.test(bare)) return undefined;
  return amount;
}

/** Heads that are years alone. */
function isYears(row: readonly string[]): boolean {
  const numbers = row.filter((cell) => /^\d/u.test(cell.trim()));
  return numbers.length > 0 && numbers.every((cell) => /^(?:19|20)\d{2}$/u.test(cell.trim()));
}

/** A head that tells the unit of the whole table: in its first cell, or alone in its row. */
function unitOfRow(row: readonly string[]): ToldUnit | undefined {
  const filled = new Set(row.filter((cell) => cell.trim() !== ""));
  const [only] = filled;
  return filled.size === 1 && only !== undefined ? unitIn(only) : unitIn(row[0] ?? "");
}

/** A rate in a table of amounts has a unit of its own, which its label may not tell. */
function unitFor(label: string, told: ToldUnit | undefined): ToldUnit | undefined {
  const own = unitIn(label);
  if (own !== undefined) return own;
  if (told?.unit === "yen" && /[率]$/u.test(label.replace(/[(（].*$/u, "").trim())) return undefined;
  return told;
}
