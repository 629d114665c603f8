import { isFigureText, joinRuns, type Run } from "./runs.ts";
import { isApart, type Line, median, piecesOf, type Segment } from "./text-lines.ts";

export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Nobody could read a table with more. */
export const columnsMax = 100;

const step = 0.5;
const riverMin = 2.5;

/**
 * Columns are what lies between white rivers that reach through almost all of the lines, and part words that stand apart
 * in many of them: the spaces of a sentence lie below one another only by chance.
 */
export function columnsOf(lines: readonly Line[]): Column[] {
  const words = lines.flatMap((line) => line.segments.flatMap((each) => each.runs));
  if (words.length === 0) return [];
  const left = words.reduce((least, word) => Math.min(least, word.left), Number.POSITIVE_INFINITY);
  const right = words.reduce((most, word) => Math.max(most, word.right), Number.NEGATIVE_INFINITY);
  // The count rises at the beginning of a word, and falls behind its end.
  const changes = new Int32Array(Math.ceil((right - left) / step) + 3);
  for (const word of words) {
    const from = Math.max(0, Math.ceil((word.left - left) / step));
    const to = Math.max(from, Math.floor((word.right - left) / step));
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to + 1] = (changes[to + 1] ?? 0) - 1;
  }
  const allowed = Math.floor(lines.length * 0.08);
  const columns: { left: number; right: number }[] = [];
  let covered = 0;
  let river = Number.POSITIVE_INFINITY;
  for (let at = 0; at < changes.length; at++) {
    covered += changes[at] ?? 0;
    if (covered <= allowed) {
      river += step;
      continue;
    }
    const x = left + at * step;
    const open = columns.at(-1);
    if (open === undefined || river >= riverMin) columns.push({ left: x, right: x + step });
    else open.right = x + step;
    river = 0;
  }
  return withoutSpaces(lines, columns);
}

/** The words on one side of a gap. */
interface Side {
  /** Words in the column with another word beyond the gap. */
  words: number;
  /** Those that stand apart from it. */
  apart: number;
  /** Those that a space of one run parts from it. */
  spaced: number;
}

/** Without what is no river: where the words on a side seldom stand apart from others, or only spaces of a run part them. */
function withoutSpaces(lines: readonly Line[], columns: readonly Column[]): Column[] {
  const sides = (): Side[] => columns.map(() => ({ words: 0, apart: 0, spaced: 0 }));
  const [before, after] = [sides(), sides()];
  for (const line of lines) {
    let previous: Run | undefined;
    for (const word of line.segments.flatMap((each) => each.runs)) {
      const [from, to] = [columnAt(columns, previous), columnAt(columns, word)];
      for (const side of previous === undefined || from === to ? [] : [after[from], before[to]]) {
        if (side === undefined || previous === undefined) continue;
        side.words++;
        if (isApart(previous, word)) side.apart++;
        if (word.isSpaced === true && !isFigureText(previous.text) && !isFigureText(word.text)) side.spaced++;
      }
      previous = word;
    }
  }
  const isTold = ({ words, apart }: Side): boolean => apart >= words * 0.3;
  const isRiver = (at: number): boolean =>
    [after[at - 1], before[at]].every((side) => side !== undefined && isTold(side));
  const isReal = (at: number): boolean => {
    const told = [after[at - 1], before[at]];
    return isRiver(at) && told.every((side) => side !== undefined && (side.words === 0 || side.spaced < side.words));
  };
  const hasReal = columns.some((_, at) => at > 0 && isReal(at));
  const kept: { left: number; right: number }[] = [];
  columns.forEach((column, at) => {
    const open = kept.at(-1);
    if (open !== undefined && !(hasReal ? isReal(at) : isRiver(at))) open.right = column.right;
    else kept.push({ ...column });
  });
  return kept;
}

function columnAt(columns: readonly Column[], word: Run | undefined): number {
  const middle = word === undefined ? 0 : (word.left + word.right) / 2;
  return Math.max(
    0,
    columns.findLastIndex((column) => column.left <= middle),
  );
}

export interface Part {
  readonly runs: readonly Run[];
  readonly text: string;
  readonly from: number;
  /** The last column. */
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

export function partsOf(line: Line, columns: readonly Column[]): Part[] {
  const parts: { runs: Run[]; from: number; to: number }[] = [];
  for (const each of line.segments.flatMap((segment) => placed(segment, columns))) {
    const open = parts.at(-1);
    if (open !== undefined && open.from === each.from && open.to === each.to) open.runs.push(...each.runs);
    else parts.push({ ...each, runs: [...each.runs] });
  }
  return parts.map(({ runs, from, to }) => ({
    ...{ runs, from, to, text: joinRuns(runs) },
    left: Math.min(...runs.map((run) => run.left)),
    right: Math.max(...runs.map((run) => run.right)),
  }));
}

/** The columns of a segment; one over several columns is cut between its runs where each part lies in one of them. */
function placed(segment: Segment, columns: readonly Column[]): { runs: readonly Run[]; from: number; to: number }[] {
  const [from, to] = reach(segment, columns);
  const whole = [{ runs: segment.runs, from, to }];
  if (from === to) return whole;
  const cut = piecesOf(segment).map((piece) => {
    const [first, last] = reach(piece, columns);
    return { runs: piece.runs, from: first, to: last };
  });
  return cut.every((part) => part.from === part.to) ? cut : whole;
}

/** The columns that something covers by at least a third of its width or of theirs; else the nearest. */
function reach({ left, right }: Column, columns: readonly Column[]): [number, number] {
  const hits = columns.flatMap((column, at) => {
    const overlap = Math.min(right, column.right + 1) - Math.max(left, column.left - 1);
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

/** Lines without the heads over several columns and the titles in a table, which would close its rivers. */
export function tellingLines(lines: readonly Line[], isHead: (line: Line) => boolean): Line[] {
  const most = median(lines.filter((line) => line.segments.length > 1).map((line) => line.segments.length));
  return lines.filter((line, at) => {
    if (line.segments.length >= most) return true;
    if (isHead(line)) return false;
    return line.segments.length >= Math.max(2, most / 2) || isPartOfRow(line, [lines[at - 1], lines[at + 1]]);
  });
}

/** A second line of one cell tells as much about the columns as the first. */
function isPartOfRow(line: Line, beside: readonly (Line | undefined)[]): boolean {
  const [only] = line.segments;
  if (only === undefined || line.segments.length > 1) return false;
  return beside.some((other) => {
    if (other === undefined || other.segments.length < 2 || Math.abs(other.top - line.top) > line.size * 2.5)
      return false;
    return other.segments.filter((each) => each.left < only.right && each.right > only.left).length === 1;
  });
}
