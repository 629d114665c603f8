import { isFigureText, joinRuns, linesOfRuns, type Run, wordsOf } from "./runs.ts";

/** Words of a line that stand together: as a rule what one cell has on that line. */
export interface Segment {
  readonly runs: readonly Run[];
  readonly left: number;
  readonly right: number;
}

/** A line of text across the page, or across a table. */
export interface Line {
  readonly segments: readonly Segment[];
  /** The runs of the page that it is made of. */
  readonly sources: readonly Run[];
  /** Its baseline. */
  readonly top: number;
  readonly size: number;
}

export function textLines(runs: readonly Run[]): Line[] {
  return linesOfRuns(runs).map(lineOf);
}

function lineOf(runs: readonly Run[]): Line {
  const segments: { runs: Run[]; left: number; right: number }[] = [];
  for (const run of runs.flatMap(wordsOf)) {
    const open = segments.at(-1);
    const before = open?.runs.at(-1);
    if (open !== undefined && before !== undefined && !isApart(before, run)) {
      open.runs.push(run);
      open.right = Math.max(open.right, run.right);
    } else segments.push({ runs: [run], left: run.left, right: run.right });
  }
  return {
    segments,
    sources: runs,
    top: runs[0]?.top ?? 0,
    size: runs.reduce((most, run) => Math.max(most, run.size), 0),
  };
}

/** Figures and periods beside one another are two columns, however close they stand. */
export function isApart(before: Run, run: Run): boolean {
  const gap = run.left - before.right;
  if (gap >= run.size * 0.9) return true;
  if (gap < run.size * 0.3) return false;
  const areFigures = isFigureText(before.text) && isFigureText(run.text);
  return areFigures || (/(?:期|年度|年|日|月|末|計)[)）]?$/u.test(before.text) && periodBegins.test(run.text));
}

const periodBegins = /^[(（]?(?:前|当|第\s*[0-9０-９]|[0-9０-９]{4}年|明治|大正|昭和|平成|令和|自|至)/u;

/** A program wrote each piece at once: cells that stand close together are pieces of their own. */
export function piecesOf(segment: Segment): Segment[] {
  const pieces: Run[][] = [];
  for (const run of segment.runs) {
    if (run.isSpaced === true) pieces.at(-1)?.push(run);
    else pieces.push([run]);
  }
  return pieces.map((runs) => ({
    runs,
    left: runs[0]?.left ?? segment.left,
    right: runs.reduce((most, run) => Math.max(most, run.right), segment.left),
  }));
}

export const wordsIn = (segment: Segment): string => joinRuns(segment.runs);

export function isProse(line: Line): boolean {
  const text = line.segments.map(wordsIn).join(" ");
  return /。/.test(text) || (line.segments.length === 1 && [...text].length > 40);
}

/** A line of a list of contents: dots lead to the number of a page. */
export function hasLeaders(line: Line): boolean {
  return line.segments.some((segment) => /[.．·・･…‥]{4,}/u.test(wordsIn(segment)));
}

export const hasFigures = (line: Line): boolean => line.segments.slice(1).some((each) => isFigureText(wordsIn(each)));

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
