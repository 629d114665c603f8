import type { PdfOutlineEntry } from "../../pdf/index.ts";
import { chooseSections } from "../text/choose-sections.ts";
import { findHeadings, titleOf } from "../text/find-headings.ts";
import type { FlatBlock } from "../text/flatten.ts";
import { buildGrid } from "../text/grid.ts";
import type { TextRun } from "./join-lines.ts";
import { tableBlock } from "./table-text.ts";

export interface Cut {
  readonly at: number;
  readonly title: string;
  readonly level: number;
  /** The run at the cut is the title itself. */
  readonly isTitle: boolean;
}

/** Longer sections are divided further where headings stand in them. */
const sectionCharactersMax = 20_000;

/** By the PDF's own outline, else by large or numbered lines, else page by page. */
export function findCuts(outline: readonly PdfOutlineEntry[], runs: readonly TextRun[]): Cut[] {
  const own = cutsOfOutline(outline, runs);
  const headings = cutsOfHeadings(runs);
  if (own.length >= 2) return divided(own, headings, runs);
  return headings.length >= 2 ? headings : cutsOfPages(runs);
}

function cutsOfOutline(outline: readonly PdfOutlineEntry[], runs: readonly TextRun[]): Cut[] {
  const cuts: Cut[] = [];
  const starts = startsOfPages(runs);
  let from = 0;
  for (const entry of outline) {
    const title = titleOf(entry.title);
    if (entry.pageNumber === undefined || title === "") continue;
    const pageStart = starts[entry.pageNumber];
    if (pageStart === undefined) continue;
    const begin = Math.max(from, pageStart);
    const found = titleOnPage(runs, begin, entry.pageNumber, title);
    const at = found ?? begin;
    if (at >= runs.length || cuts.at(-1)?.at === at) continue;
    cuts.push({ at, title, level: entry.level, isTitle: found !== undefined });
    from = at + 1;
  }
  return cuts;
}

/** For each page the first run on it, or on the next page that has one. */
function startsOfPages(runs: readonly TextRun[]): readonly number[] {
  const starts: number[] = [];
  runs.forEach(({ page }, at) => {
    while (starts.length <= page) starts.push(at);
  });
  return starts;
}

function titleOnPage(runs: readonly TextRun[], begin: number, page: number, title: string): number | undefined {
  for (let at = begin; at < runs.length && (runs[at]?.page ?? page) <= page; at++) {
    const run = runs[at];
    if (run?.page === page && run.isRunningHead !== true && isSame(run.text, title)) return at;
  }
  return undefined;
}

function isSame(line: string, title: string): boolean {
  const [a, b] = [squeeze(line), squeeze(title)];
  return (
    a === b ||
    (a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= 12)
  );
}

function squeeze(text: string): string {
  return text.normalize("NFKC").replace(/[\s.…・]+/g, "");
}

/** Sections of the outline that are too long, with the headings in them. */
function divided(cuts: readonly Cut[], headings: readonly Cut[], runs: readonly TextRun[]): Cut[] {
  return cuts.flatMap((cut, number) => {
    const end = cuts[number + 1]?.at ?? runs.length;
    if (charactersOf(runs.slice(cut.at, end)) <= sectionCharactersMax) return [cut];
    const inside = headings.filter(({ at }) => at > cut.at && at < end);
    const least = inside.reduce((lowest, { level }) => Math.min(lowest, level), Infinity);
    return [cut, ...inside.map((each) => ({ ...each, level: cut.level + 1 + each.level - least }))];
  });
}

function charactersOf(runs: readonly TextRun[]): number {
  const inTable = (run: TextRun) => run.table?.rows.flatMap((row) => row.map((cell) => cell.text.length)) ?? [];
  return runs.flatMap((run) => [run.text.length, ...inTable(run)]).reduce((sum, length) => sum + length, 0);
}

const headingLevels = 6;

/**
 * Lines clearly larger than the text are headings, the larger the further out; others are found, placed and chosen like
 * those of a filing, by their legal titles, numbers and brackets.
 */
function cutsOfHeadings(runs: readonly TextRun[]): Cut[] {
  const body = bodySize(runs);
  const contents = pagesOfContents(runs);
  const mayBeTitle = (run: TextRun): boolean =>
    run.isRunningHead !== true && (contents.has(run.page) ? contentsTitle.test(run.text) : isTitleLike(run.text));
  const isLarge = (run: TextRun): boolean => run.size >= body * 1.08 && mayBeTitle(run);
  const sizes = [...new Set(runs.filter(isLarge).map((run) => round(run.size)))].sort((a, b) => b - a);
  const blocks = runs.map((run): FlatBlock => {
    if (run.table !== undefined) return { kind: "grid", grid: buildGrid(tableBlock(run.table).rows) };
    const tag = Math.max(1, Math.min(headingLevels, sizes.indexOf(round(run.size)) + 1));
    if (isLarge(run) || (contents.has(run.page) && mayBeTitle(run))) return { kind: "heading", tag, text: run.text };
    return { kind: "paragraph", text: run.text, align: "start", bold: false, left: 0, list: undefined };
  });
  const headings = findHeadings(blocks).map((heading, at) => (mayBeTitle(runs[at] ?? noRun) ? heading : undefined));
  const levels = chooseSections(blocks, headings);
  return headings.flatMap((heading, at): Cut[] => {
    const level = levels[at];
    return heading === undefined || level === undefined ? [] : [{ at, title: heading.title, level, isTitle: true }];
  });
}

const noRun: TextRun = { page: 0, text: "", size: 0 };

const contentsTitle = /^(?:目\s*次|(?:table of )?contents)$/iu;

function isTitleLike(text: string): boolean {
  const begins = /^[\p{L}\p{N}\p{Ps}\p{Pi}<＜■□●○◆◇▼]/u.test(text);
  return begins && text.length >= 2 && text.length <= 60 && !/[。、,]$|:\/\//.test(text) && /\p{L}/u.test(text);
}

/** Pages where dots lead to the numbers of pages: their lines are titles of other pages. */
function pagesOfContents(runs: readonly TextRun[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const run of runs) if (/[.．·・･…‥]{4,}/u.test(run.text)) counts.set(run.page, (counts.get(run.page) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= 3).map(([page]) => page));
}

/** The size that most characters have. */
function bodySize(runs: readonly TextRun[]): number {
  const weights = new Map<number, number>();
  for (const run of runs.filter((each) => each.table === undefined))
    weights.set(round(run.size), (weights.get(round(run.size)) ?? 0) + run.text.length);
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

function round(size: number): number {
  return Math.round(size * 2) / 2;
}

function cutsOfPages(runs: readonly TextRun[]): Cut[] {
  return runs.flatMap((run, at): Cut[] => {
    if (runs[at - 1]?.page === run.page) return [];
    return [{ at, title: `${run.page}ページ`, level: 1, isTitle: false }];
  });
}
