import { foldText } from "../format/fold.ts";
import { nfkc } from "../format/nfkc.ts";
import { type AskedYear, type ReadQuestion, samePeriod, yearsIn } from "./read-question.ts";
import { type TableRow, tablesIn } from "./read-tables.ts";
import { alike } from "./similarity.ts";

/** Figures of tables whose row and column say what is asked. */
export interface FoundFigure {
  readonly row: string;
  readonly column: string;
  readonly value: string;
  readonly unit: string | null;
  /** The row's words as they are shown. */
  readonly shown: string;
  readonly start: number;
  /** How far the row's label is the asked one, 0 to 1. */
  readonly label: number;
  readonly period: PeriodFit;
  /** The period of its column; null where none is said. */
  readonly year: AskedYear | null;
  readonly score: number;
  /** How far both its row and its column name what is asked, 0 to 1: between equals it is the asked cell. */
  readonly crossing: number;
}

/** `right`: the column names the asked period, or the report's own where none is asked. */
export type PeriodFit = "right" | "unsaid" | "other";

export interface TextPlace {
  /** The last day of the report's period. */
  readonly periodEnd: string | null;
  /** False where the text is of the other scope: consolidated or not. */
  readonly scopeFits: boolean;
}

type Asked = Pick<ReadQuestion, "labels" | "years" | "previous" | "trend">;

const labelMin = 0.6;
/** A longer cell is no figure. */
const cellMax = 200;
const headRowsMax = 8;

export function figuresIn(question: Asked, text: string, place: TextPlace): FoundFigure[] {
  const found: FoundFigure[] = [];
  const wanted = question.labels.map(bareLabel).filter((label) => label.length >= 2);
  for (const { start, rows } of tablesIn(text)) {
    const headEnd = Math.min(
      headRowsMax,
      rows.findIndex((row) => row.cells.some(isFigure)),
    );
    const head = rows.slice(0, headEnd === -1 ? 0 : headEnd);
    const unitAbove =
      unitIn(text.slice(Math.max(0, start - 120), start)) ??
      unitIn(
        rows
          .slice(0, 2)
          .flatMap((row) => unitWords(row.cells))
          .join(" "),
      );
    const before = text.slice(Math.max(0, start - 160), start);
    const periods = periodsOf(rows, head, before);
    for (const row of rows) {
      const first = row.cells.findIndex(isFigure);
      if (first < 0) continue;
      const label = labelOf(row, first);
      const rowFit = fitOfAny(wanted, label);
      for (let column = first; column < row.cells.length; column++) {
        const value = row.cells[column] ?? "";
        if (!isFigure(value) || value === row.cells[column - 1]) continue;
        const heading = headingOf(head, column);
        // Tables of one row, and lists by place, have what is asked above their columns.
        const headFit = Math.max(0, ...headsOf(head, column).map((each) => fitOfAny(wanted, each)));
        const named = rowFit >= headFit;
        const rest = wordsOf(row, first).filter((cell) => !named || cell !== label);
        const isWhole = rest.every(
          (cell) => isMeant(question, cell) || (named && bareLabel(label).includes(bareLabel(cell))),
        );
        const fit = Math.max(rowFit, headFit) * (isWhole ? 1 : ofPart);
        if (fit < labelMin) continue;
        const said = periods(column, named ? heading : `${label} ${heading}`);
        const period = periodFit(question, place, said, heading);
        const year = lastOf(said) ?? periodOfWords(place, heading, said);
        const score = fit * (period === "right" ? 1 : period === "unsaid" ? 0.7 : 0.35) * (place.scopeFits ? 1 : 0.6);
        const unit =
          unitIn(heading) ??
          unitIn(row.cells.slice(0, first).join(" ")) ??
          row.cells.slice(0, first).find((cell) => bareUnit.test(cell)) ??
          unitAbove;
        found.push({
          row: label,
          column: heading,
          value,
          unit,
          shown: row.shown,
          start: row.start,
          label: fit,
          period,
          year,
          score,
          crossing: Math.min(rowFit, headFit),
        });
      }
    }
  }
  return found.sort((a, b) => b.score - a.score || b.crossing - a.crossing || a.start - b.start);
}

/** Cells whose unit is that of the whole table: others tell the unit of what stands below or beside them alone. */
function unitWords(cells: readonly string[]): readonly string[] {
  const isAlone = new Set(cells.filter((cell) => cell.trim() !== "")).size === 1;
  const isHead = !cells.some(isFigure);
  return cells.filter((cell, at) => isAlone || cell.includes("単位") || (isHead && at === 0));
}

/** A year alone is a head. */
function isFigure(cell: string): boolean {
  return /^(?!(?:19|20)\d\d年$)(?:[△▲-]\s?)?(?:[\d,]+(?:\.\d+)?|[\d,]*\.\d+)\s?(?:[%％]|円|百万円|千円|株|人|名|倍|歳|年)?$/u.test(
    bareCell(cell),
  );
}

const bareCell = (cell: string) =>
  nfkc(cell.slice(0, cellMax))
    .replace(/※\s?\d*(?:[,、]\s?※?\d+)*|\(注\)?\s?\d*/gu, "")
    .replace(/^\((.*)\)$/u, "$1")
    .trim();

const bareUnit = /^(?:[%％〃]|百万円|千円|億円|円|株|千株|人|名|倍|歳|才|年|百万米ドル|千米ドル)$/u;

/** The words before a row's first figure; of cells over several rows the last says what the row is. */
function labelOf(row: TableRow, first: number): string {
  return wordsOf(row, first).at(-1) ?? "";
}

function wordsOf(row: TableRow, first: number): readonly string[] {
  return row.cells
    .slice(0, first)
    .filter(
      (cell, at, all) =>
        cell !== all[at - 1] && !/^[\s―－-]*(?:[(（\[［].{0,8}[)）\]］])?$/u.test(cell) && !bareUnit.test(cell),
    );
}

/** How much a row counts that is of a part, as of one segment. */
const ofPart = 0.8;
const ofAll =
  /^(?:合?計|総計|連結|会社|当社|単体|提出会社|[当前](?:連結会計|事業)?(?:年度|期)末?|日本基準|国際会計基準|ifrs|.*(?:会計基準|年|月|期|日|現在))$/u;

/** The question says it too, or the cell says nothing of which part its row is. */
export function isMeant({ labels }: Pick<ReadQuestion, "labels">, cell: string): boolean {
  const bare = bareLabel(cell);
  if (!/\p{L}/u.test(bare) || ofAll.test(bare)) return true;
  return labels.map(bareLabel).some((each) => each.includes(bare) || bare.includes(each));
}

/** No item of a statement is called by more. */
const labelMax = 300;

/** Without notes, units, numbering and white space, which differ from row to row. */
function bareLabel(label: string): string {
  return foldText(label.slice(0, labelMax))
    .replace(/^[(（](?:うち)?([^)）]{3,})[)）]/u, "$1")
    .replace(/[(（][^)）]*[)）]/gu, "")
    .replace(/※[\d,\s]*|[*＊]\d*/gu, "")
    .replace(/^[\d①-⑳ivx]+[.．、)]/gu, "")
    .replace(/[\s・、,]/gu, "");
}

function fitOf(wanted: string, label: string): number {
  const bare = bareLabel(label);
  if (bare === "") return 0;
  if (bare === wanted) return 1;
  // A sum is what its items are called.
  if (bare.replace(/(?:合計|計)$/u, "") === wanted.replace(/(?:合計|計)$/u, "")) return 0.96;
  // "売上高合計" and "売上高" are near; "売上高" within "売上高営業利益率" is another thing.
  const whole = foldText(label.slice(0, labelMax)).replace(/[\s・、,]/gu, "");
  return Math.max(alike(wanted, bare), alike(wanted, whole)) * 0.95;
}

/** How far a label is one of the asked ones; the first names it whole, the others in part. */
function fitOfAny(wanted: readonly string[], label: string): number {
  return Math.max(0, ...wanted.map((each, at) => fitOf(each, label) * (at === 0 ? 1 : 0.92)));
}

function headsOf(head: readonly TableRow[], column: number): string[] {
  return [...new Set(head.map((row) => row.cells[column] ?? "").filter((cell) => cell !== ""))];
}

function headingOf(head: readonly TableRow[], column: number): string {
  return headsOf(head, column).join(" ").slice(0, 160);
}

type Periods = (column: number, heading: string) => readonly AskedYear[];

/** The years of a column: those of its head, else of the table's only head, else of the words above the table. */
function periodsOf(rows: readonly TableRow[], head: readonly TableRow[], before: string): Periods {
  const dates = rows.find((row) => /決算年月|回次/u.test(row.cells[0] ?? "") && yearsIn(row.shown).length > 0);
  // The last day that is named before the table, or in its head where that names but one.
  const inHead = yearsIn(head.map((row) => row.shown).join(" "));
  const above = inHead.length > 0 ? inHead : yearsIn(before).slice(-1);
  return (column, heading) => {
    const own = yearsIn(`${heading} ${dates?.cells[column] ?? ""}`);
    if (own.length > 0) return own;
    return above.length === 1 ? above : [];
  };
}

/** A period "from April 2023 to March 2024" is that of its end. */
function lastOf(years: readonly AskedYear[]): AskedYear | undefined {
  return years.reduce<AskedYear | undefined>(
    (latest, each) => (latest === undefined || isLater(each, latest) ? each : latest),
    undefined,
  );
}

/** 当期 and 前期 count from the report's own period, which a column without words is of. */
function periodOfWords({ periodEnd }: TextPlace, heading: string, said: readonly AskedYear[]): AskedYear | null {
  if (periodEnd === null || said.length > 0) return null;
  const { year, month } = yearMonth(periodEnd);
  return previousWords.test(heading) ? { year: year - 1, month } : { year, month };
}

const previousWords = /前(?:連結会計|事業)?(?:年度|期)|前期/u;

function periodFit(question: Asked, place: TextPlace, years: readonly AskedYear[], heading: string): PeriodFit {
  const own = place.periodEnd === null ? undefined : yearMonth(place.periodEnd);
  const before = own === undefined ? undefined : { year: own.year - 1, month: own.month };
  const meant = question.previous ? before : own;
  const asked = question.years.length > 0 ? question.years : meant === undefined ? [] : [meant];
  const last = lastOf(years);
  if (question.trend && question.years.length === 0) return last === undefined ? "unsaid" : "right";
  if (last !== undefined)
    return asked.length === 0 ? "unsaid" : asked.some((each) => samePeriod(each, last)) ? "right" : "other";
  const isCurrent = own === undefined || asked.some((each) => samePeriod(each, own));
  if (/当(?:連結会計|事業)?(?:年度|期)|当期/u.test(heading)) return isCurrent ? "right" : "other";
  if (previousWords.test(heading)) {
    return before !== undefined && asked.some((each) => samePeriod(each, before)) ? "right" : "other";
  }
  return isCurrent ? "unsaid" : "other";
}

const isLater = (a: AskedYear, b: AskedYear) =>
  a.year > b.year || (a.year === b.year && (a.month ?? 0) > (b.month ?? 0));

function yearMonth(day: string): AskedYear {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
}

function unitIn(text: string): string | null {
  const unit =
    /[(（\[［]\s*(?:単位\s*[:：]?\s*)?(百万円|千円|億円|円|株|千株|人|名|%|％|倍|歳|年|百万米ドル|千米ドル)\s*[)）\]］]|単位\s*[:：]?\s*(百万円|千円|億円|円|株|千株|人|名|%|％)/u.exec(
      nfkc(text),
    );
  return unit?.[1] ?? unit?.[2] ?? null;
}
