import type { PdfLine, PdfPageText, PdfTable } from "../../pdf/index.ts";

/** Lines that continue each other, or a table. */
export interface TextRun {
  readonly page: number;
  /** Empty for a table. */
  readonly text: string;
  readonly size: number;
  readonly table?: PdfTable;
  /** Further pages on which the table goes on, each after so many of its rows. */
  readonly further?: readonly { readonly page: number; readonly rows: number }[];
  /** It stands where the heads of chapters run on other pages. */
  readonly isRunningHead?: boolean;
  /** Words of several cells may be mixed in it. */
  readonly isMixed?: boolean;
}

/** Without page numbers and without text at the same position on most pages. */
export function joinLines(pages: readonly (readonly PdfLine[])[]): TextRun[] {
  return joinPages(pages.map((lines) => ({ lines, tables: [] })));
}

/** The same with the tables of the pages where they stand. */
export function joinPages(pages: readonly PdfPageText[]): TextRun[] {
  const running = runningLines(pages.map((page) => page.lines));
  return pages.flatMap(({ lines, tables }, at) => {
    const kept = withoutPageNumbers(
      lines.filter((line) => clean(line.text) !== "" && !running.repeated.has(placeOf(line))),
      tables,
    );
    const page = at + 1;
    const runs: TextRun[] = [];
    let from = 0;
    const upTo = (until: number): void => {
      runs.push(...joinPage(kept.slice(from, until), page, running.heads));
      from = until;
    };
    for (const table of tables) {
      let below = from;
      while (below < kept.length && (kept[below]?.top ?? 0) <= table.top) below++;
      upTo(below);
      runs.push({ page, text: "", size: 0, table });
    }
    upTo(kept.length);
    return runs;
  });
}

/** A number at the head or the foot of a page is the page's; elsewhere it is text. */
function withoutPageNumbers(lines: readonly PdfLine[], tables: PdfPageText["tables"]): readonly PdfLine[] {
  const isNumber = (line: PdfLine | undefined): boolean => line !== undefined && isPageNumber(line.text);
  const [first, last] = [lines[0], lines.at(-1)];
  const isFoot = isNumber(last) && tables.every((table) => table.bottom < (last?.top ?? 0));
  const isHead =
    isNumber(first) && tables.every((table) => table.top > (first?.top ?? 0)) && !(isFoot && first === last);
  return lines.slice(isHead ? 1 : 0, isFoot ? -1 : undefined);
}

function joinPage(lines: readonly PdfLine[], page: number, heads: ReadonlySet<string>): TextRun[] {
  const widest = Math.max(0, ...lines.map((line) => widthOf(line)));
  const runs: { page: number; text: string; size: number; isRunningHead?: boolean; isMixed?: boolean }[] = [];
  let previous: PdfLine | undefined;
  for (const line of lines) {
    const text = clean(line.text);
    const open = runs.at(-1);
    if (open !== undefined && previous !== undefined && isNumberOfTitle(previous, line)) {
      open.text += ` ${text}`;
    } else if (open !== undefined && previous !== undefined && readsOn(previous, line, widest)) {
      const glue = /[A-Za-z0-9,]$/.test(open.text) && /^[A-Za-z0-9]/.test(text) ? " " : "";
      open.text += glue + text;
    } else runs.push({ page, text, size: line.size, ...(heads.has(placeOf(line)) ? { isRunningHead: true } : {}) });
    const last = runs.at(-1);
    if (last !== undefined && line.isMixed === true) last.isMixed = true;
    previous = heads.has(placeOf(line)) ? undefined : line;
  }
  return runs;
}

/** A full line, not ended by a stop, with the next close below it in the same size. */
function readsOn(line: PdfLine, next: PdfLine, widest: number): boolean {
  const gap = next.top - line.top;
  const isNear = gap > 0 && gap <= line.size * 2.2;
  const isSameSize = Math.abs(line.size - next.size) <= line.size * 0.06;
  const isFull = widthOf(line) >= widest * 0.82;
  const begins = /^(?:[0-9０-９]{1,2}[.．、)）]|[(（][0-9０-９ア-ンa-z]{1,2}[)）]|[①-⑳■●◆・※]|【)/.test(
    clean(next.text),
  );
  return isNear && isSameSize && isFull && !begins && !/[。：:]$|[.．·・･…‥]{4,}/.test(clean(line.text));
}

/** "Chapter 2" above its title, in the same large letters. */
function isNumberOfTitle(line: PdfLine, next: PdfLine): boolean {
  const isNear = next.top - line.top > 0 && next.top - line.top <= line.size * 3;
  return isNear && Math.abs(line.size - next.size) <= line.size * 0.06 && chapterNumber.test(clean(line.text));
}

const chapterNumber =
  /^(?:第 ?)?[0-9０-９一二三四五六七八九十]{1,3} ?[部章節編]$|^(?:chapter|part|section) [0-9IVX]{1,4}$/i;

function widthOf(line: PdfLine): number {
  let units = 0;
  for (const char of clean(line.text)) units += char.charCodeAt(0) < 0x7f ? 0.5 : 1;
  return line.left + units * line.size;
}

function clean(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .replace(/[ \u00a0]+/g, " ")
    .trim();
}

function isPageNumber(text: string): boolean {
  return /^[-－―–—\s]*[0-9０-９]{1,4}(?:\s*[/／]\s*[0-9０-９]{1,4})?[-－―–—\s]*(?:ページ|頁)?$/.test(clean(text));
}

function placeOf(line: PdfLine): string {
  return `${Math.round(line.top / 4)} ${clean(line.text).replace(/[0-9０-９]+/g, "#")}`;
}

interface RunningLines {
  /** Headers and footers: the same words at the same height at the ends of most of at least four pages. */
  readonly repeated: ReadonlySet<string>;
  /** Lines at the height of running chapter heads: these are no titles of sections. */
  readonly heads: ReadonlySet<string>;
}

function runningLines(pages: readonly (readonly PdfLine[])[]): RunningLines {
  const filled = pages.map((lines) => lines.filter((line) => clean(line.text) !== ""));
  const ends = filled.map((lines) => [...lines.slice(0, marginLines), ...lines.slice(marginLines).slice(-marginLines)]);
  const counts = countOf(ends.flatMap((lines) => [...new Set(lines.map(placeOf))]));
  const most = Math.max(4, pages.length * 0.6);
  const repeated = new Set([...counts].filter(([, count]) => count >= most).map(([place]) => place));
  // A head that changes with the chapter is at one height on most pages, and says the same on many of them.
  const firsts = filled.flatMap((lines) => lines.slice(0, 1));
  const heads = new Set<string>();
  for (const group of Map.groupBy(firsts, (line) => Math.round(line.top / 4)).values()) {
    const own = countOf(group.map(placeOf));
    if (group.length < Math.max(4, pages.length * 0.5) || own.size > group.length * 0.6) continue;
    for (const [place, count] of own) (count > 1 ? repeated : heads).add(place);
  }
  return { repeated, heads };
}

/** At the head and at the foot of a page. */
const marginLines = 2;

function countOf(places: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}
