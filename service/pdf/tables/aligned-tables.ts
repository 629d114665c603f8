import type { Rule } from "./rules.ts";
import { isFigureText, joinRuns, linesOfRuns, type Run, wordsOf } from "./runs.ts";
import type { PdfCell, PdfTable } from "./table.ts";

/**
 * Tables that are told by their columns alone: lines that follow one another, of which most hold figures, with the same
 * white gaps between them.
 */

interface Segment {
  readonly runs: readonly Run[];
  readonly left: number;
  readonly right: number;
}

interface Line {
  readonly segments: readonly Segment[];
  /** The runs of the page that it is made of. */
  readonly sources: readonly Run[];
  readonly top: number;
  readonly size: number;
  /** Rules above and below say that it is a row of a table. */
  readonly isFramed: boolean;
}

export interface AlignedTable {
  readonly table: PdfTable;
  readonly runs: readonly Run[];
}

const gapMin = 3;

export function alignedTables(runs: readonly Run[], horizontal: readonly Rule[]): AlignedTable[] {
  const frames = framesOf(horizontal);
  const lines = linesOfRuns(runs).map((line) => lineOf(line, frames));
  return regionsOf(lines).flatMap((region) => tableOf(region) ?? []);
}

/** Between at least three rules of one length one below another: a table whose rows or head are drawn. */
interface Frame {
  readonly top: number;
  readonly bottom: number;
}

function framesOf(horizontal: readonly Rule[]): Frame[] {
  const groups: Rule[][] = [];
  for (const rule of [...horizontal].sort((a, b) => a.at - b.at)) {
    const group = groups.find(
      ([first]) => first !== undefined && Math.abs(first.from - rule.from) <= 3 && Math.abs(first.to - rule.to) <= 3,
    );
    const last = group?.at(-1);
    if (group === undefined || last === undefined || rule.at - last.at > frameStepMax) groups.push([rule]);
    else group.push(rule);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    return first === undefined || last === undefined || group.length < 3 ? [] : [{ top: first.at, bottom: last.at }];
  });
}

/** Rules further from each other belong to different tables. */
const frameStepMax = 400;

function lineOf(runs: readonly Run[], frames: readonly Frame[]): Line {
  const segments: { runs: Run[]; left: number; right: number }[] = [];
  for (const run of runs.flatMap(wordsOf)) {
    const open = segments.at(-1);
    const before = open?.runs.at(-1);
    if (open !== undefined && before !== undefined && !isApart(before, run)) {
      open.runs.push(run);
      open.right = Math.max(open.right, run.right);
    } else segments.push({ runs: [run], left: run.left, right: run.right });
  }
  const size = Math.max(...runs.map((run) => run.size));
  const top = runs[0]?.top ?? 0;
  return { segments, sources: runs, top, size, isFramed: frames.some((each) => top > each.top && top < each.bottom) };
}

/** Figures and periods beside one another are two columns, however close they stand. */
function isApart(before: Run, run: Run): boolean {
  const gap = run.left - before.right;
  if (gap >= run.size * 0.9) return true;
  if (gap < run.size * 0.3) return false;
  const areFigures = isFigureText(before.text) && isFigureText(run.text);
  return areFigures || (/(?:期|年度|年|日|月|末|計)[)）]?$/u.test(before.text) && periodBegins.test(run.text));
}

const periodBegins = /^[(（]?(?:前|当|第\s*[0-9０-９]|[0-9０-９]{4}年|明治|大正|昭和|平成|令和|自|至)/u;

const words = (segment: Segment): string => joinRuns(segment.runs);

/** A line with a figure of its own beside something else, or a row that rules tell. */
function isDataLine(line: Line): boolean {
  if (line.segments.length < 2 || hasLeaders(line) || isListed(line)) return false;
  return line.isFramed || line.segments.slice(1).some((each) => isFigureText(words(each)));
}

/** Lines close to one another, from the head above the first line with figures to the last of them. */
function regionsOf(lines: readonly Line[]): Line[][] {
  const regions: Line[][] = [];
  let free = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || !isDataLine(line)) continue;
    let end = at;
    for (let next = at + 1; next < lines.length && isNear(lines, next); next++) {
      const each = lines[next];
      if (each === undefined || isHeading(each) || isAfterGap(lines, at, next)) break;
      if (isDataLine(each)) end = next;
      else if (next - end > 3 || isProse(each)) break;
    }
    let begin = at;
    for (let above = at - 1; above >= Math.max(free, at - 4) && isNear(lines, above + 1); above--) {
      const each = lines[above];
      if (each === undefined || isProse(each)) break;
      // A subtitle between the head and the figures, and the first line of a label, belong to what is around them.
      if (isHead(each) || isWithin(each, lines[above + 1])) begin = above;
    }
    const region = lines.slice(begin, end + 1);
    const data = region.filter(isDataLine);
    if (data.length >= (data.some((each) => each.isFramed) ? 2 : 3)) regions.push(region);
    at = end;
    free = end + 1;
  }
  return regions;
}

function isNear(lines: readonly Line[], at: number): boolean {
  const [above, line] = [lines[at - 1], lines[at]];
  return above !== undefined && line !== undefined && line.top - above.top <= Math.max(above.size, line.size) * 3.4;
}

/** A line of a list of contents: dots lead to the number of a page. */
function hasLeaders(line: Line): boolean {
  return line.segments.some((segment) => /[.．·・･…‥]{4,}/u.test(words(segment)));
}

/** A line of a list, whose mark stands apart from it. */
function isListed(line: Line): boolean {
  const [mark, text, ...others] = line.segments;
  if (mark === undefined || text === undefined || others.length > 0) return false;
  return /^[^\p{L}\p{N}－―-]$|^[(（]?[0-9０-９ア-ンa-z][)）.．]$/u.test(words(mark)) && !isFigureText(words(text));
}

/** A numbered title between two tables. */
function isHeading(line: Line): boolean {
  const [only, ...others] = line.segments;
  return (
    only !== undefined && others.length === 0 && /^(?:[(（]?[0-9０-９]{1,2}[)）.．]|【|第[0-9０-９])/u.test(words(only))
  );
}

/** Much more space than between the rows before: another table begins. */
function isAfterGap(lines: readonly Line[], from: number, at: number): boolean {
  const tops = lines.slice(from, at + 1).map((line) => line.top);
  const steps = tops.slice(1).map((top, index) => top - (tops[index] ?? top));
  const last = steps.pop() ?? 0;
  return steps.length >= 2 && last > Math.max(...steps) * 1.6;
}

function isProse(line: Line): boolean {
  if (line.isFramed) return false;
  const text = line.segments.map(words).join(" ");
  return /。/.test(text) || (line.segments.length === 1 && [...text].length > 40);
}

function isWithin(line: Line, below: Line | undefined): boolean {
  return below !== undefined && below.top - line.top < Math.min(line.size, below.size) * 0.8;
}

function isHead(line: Line | undefined): boolean {
  return line !== undefined && line.segments.length > 1 && !isProse(line);
}

interface Column {
  readonly left: number;
  readonly right: number;
}

function tableOf(region: readonly Line[]): AlignedTable | undefined {
  const columns = columnsOf(region);
  if (columns.length < 2) return undefined;
  const rows = joinWrapped(region).map((lines) => rowOf(lines, columns));
  const filled = rows.flat();
  const spanning = filled.filter((cell) => cell.colSpan > 1).length;
  const crowded = filled.filter((cell) => cell.column > 0 && / /.test(cell.text) && isSeveralFigures(cell.text)).length;
  const hasFigures = region.some((line) => line.segments.slice(1).some((each) => isFigureText(words(each))));
  // Where many cells lie across columns, the columns are wrong.
  if (spanning * 3 > filled.length || (!hasFigures && rows.length < 3)) return undefined;
  const certain = crowded === 0 && spanning <= Math.max(2, filled.length * 0.08) && isAligned(region, columns);
  const [first, last] = [region[0], region.at(-1)];
  const top = (first?.top ?? 0) - (first?.size ?? 0);
  const table = { top, bottom: (last?.top ?? 0) + 2, rows, certain };
  return { table, runs: region.flatMap((line) => line.sources) };
}

function isSeveralFigures(text: string): boolean {
  return text.split(" ").filter(isFigureText).length > 1;
}

/** Columns are what lies between white gaps that reach through almost all lines with figures. */
function columnsOf(region: readonly Line[]): Column[] {
  const inData = region.filter(isDataLine);
  const usual = median(inData.map((line) => line.segments.length));
  // A head that names each column tells their places as well; one that spans several would close the gaps.
  const data = region.filter((line) => isDataLine(line) || line.segments.length >= usual);
  const left = Math.min(...region.flatMap((line) => line.segments.map((each) => each.left)));
  const right = Math.max(...region.flatMap((line) => line.segments.map((each) => each.right)));
  const covered = new Uint16Array(Math.ceil(right - left) + 2);
  for (const line of data) {
    for (const segment of line.segments) {
      const to = Math.min(covered.length - 1, Math.floor(segment.right - left));
      for (let x = Math.max(0, Math.ceil(segment.left - left)); x <= to; x++) covered[x] = (covered[x] ?? 0) + 1;
    }
  }
  const allowed = Math.floor(data.length * 0.08);
  const columns: { left: number; right: number }[] = [];
  let gap = gapMin;
  for (let x = 0; x < covered.length; x++) {
    if ((covered[x] ?? 0) <= allowed) gap++;
    else {
      const open = columns.at(-1);
      if (open === undefined || gap >= gapMin) columns.push({ left: left + x, right: left + x });
      else open.right = left + x;
      gap = 0;
    }
    const open = columns.at(-1);
    if (open !== undefined && gap === 0) open.right = left + x;
  }
  return columns;
}

/** Lines closer than a line of text can be belong to one row: a label on two lines has its figures between them. */
function joinWrapped(region: readonly Line[]): Line[][] {
  const pitches = region.slice(1).map((line, at) => line.top - (region[at]?.top ?? 0));
  const usual = median(pitches);
  const rows: Line[][] = [];
  region.forEach((line, at) => {
    const above = region[at - 1];
    const distance = above === undefined ? Number.POSITIVE_INFINITY : line.top - above.top;
    const open = rows.at(-1);
    if (open !== undefined && distance < Math.min(line.size, usual) * 0.8) open.push(line);
    else rows.push([line]);
  });
  return joinLabels(rows, usual);
}

/** A line with nothing but a part of a label, much closer to one neighbour than rows are, is that row's. */
function joinLabels(rows: readonly Line[][], usual: number): Line[][] {
  const joined: Line[][] = [];
  for (const [at, row] of rows.entries()) {
    const previous = joined.at(-1);
    const before = distanceOf(previous, row);
    const after = distanceOf(row, rows[at + 1]);
    const isPart = row.every((line) => line.segments.length === 1);
    if (previous !== undefined && isPart && before < usual * 0.85 && before < after) previous.push(...row);
    else if (previous?.every((line) => line.segments.length === 1) === true && before < usual * 0.85)
      previous.push(...row);
    else joined.push([...row]);
  }
  return joined;
}

function distanceOf(above: readonly Line[] | undefined, below: readonly Line[] | undefined): number {
  const [from, to] = [above?.at(-1), below?.[0]];
  return from === undefined || to === undefined ? Number.POSITIVE_INFINITY : to.top - from.top;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rowOf(lines: readonly Line[], columns: readonly Column[]): PdfCell[] {
  const cells = new Map<number, { colSpan: number; lines: string[] }>();
  for (const line of lines) {
    for (const { runs, from, to } of line.segments.flatMap((segment) => placed(segment, columns))) {
      const text = joinRuns(runs);
      const cell = cells.get(from);
      if (cell === undefined) cells.set(from, { colSpan: to - from + 1, lines: [text] });
      else cell.lines.push(text);
    }
  }
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([column, { colSpan, lines }]) => ({ text: lines.join("\n"), column, colSpan, rowSpan: 1 }));
}

/** The columns of a segment; one over several columns is cut at its spaces where each part lies in one of them. */
function placed(segment: Segment, columns: readonly Column[]): { runs: readonly Run[]; from: number; to: number }[] {
  const [from, to] = reach(segment, columns);
  if (from === to) return [{ runs: segment.runs, from, to }];
  const parts = segment.runs.map((run) => ({
    run,
    place: reach({ ...segment, left: run.left, right: run.right }, columns),
  }));
  if (parts.every(({ place }) => place[0] === place[1]) && new Set(parts.map(({ place }) => place[0])).size > 1) {
    const byColumn = Map.groupBy(parts, ({ place }) => place[0]);
    return [...byColumn].map(([column, some]) => ({ runs: some.map(({ run }) => run), from: column, to: column }));
  }
  return [{ runs: segment.runs, from, to }];
}

/** The columns that a segment covers by at least a third of its width or of theirs; else the nearest. */
function reach({ left, right }: Segment, columns: readonly Column[]): [number, number] {
  const shared = columns.map((column) => Math.min(right, column.right + 1) - Math.max(left, column.left - 1));
  const hits = columns.flatMap((column, at) => {
    const overlap = shared[at] ?? 0;
    const least = Math.min(right - left, column.right - column.left + 1) * 0.34;
    return overlap > 0 && overlap >= least ? [at] : [];
  });
  const [first, last] = [hits[0], hits.at(-1)];
  if (first !== undefined && last !== undefined) return [first, last];
  const middle = (left + right) / 2;
  let best = 0;
  columns.forEach((column, at) => {
    const distance = (each: Column) => Math.max(each.left - middle, middle - each.right, 0);
    if (distance(column) < distance(columns[best] ?? column)) best = at;
  });
  return [best, best];
}

/** Whether the figures of a column end at one place, or begin at one, as a filer would set them. */
function isAligned(region: readonly Line[], columns: readonly Column[]): boolean {
  const figures = region.flatMap((line) => line.segments.filter((each) => isFigureText(words(each))));
  let aligned = 0;
  for (const figure of figures) {
    const [column] = reach(figure, columns);
    const others = figures.filter((each) => reach(each, columns)[0] === column);
    const isBeside = others.some(
      (each) => each !== figure && (Math.abs(each.right - figure.right) < 4 || Math.abs(each.left - figure.left) < 4),
    );
    if (isBeside || others.length === 1) aligned++;
  }
  return figures.length > 0 && aligned >= figures.length * 0.75;
}
