import type { PdfLine, PdfPageText, PdfTable } from "../../pdf/index.ts";

/** Lines that continue each other, or a table. */
export interface TextRun {
  readonly page: number;
  /** Empty for a table. */
  readonly text: string;
  readonly size: number;
  readonly table?: PdfTable;
}

/**
 * Joins the lines of all pages into paragraphs, without page numbers and without text at the same position on most
 * pages.
 */
export function joinLines(pages: readonly (readonly PdfLine[])[]): TextRun[] {
  return joinPages(pages.map((lines) => ({ lines, tables: [] })));
}

/** The same with the tables of the pages where they stand. */
export function joinPages(pages: readonly PdfPageText[]): TextRun[] {
  const running = runningLines(pages.map((page) => page.lines));
  return pages.flatMap(({ lines, tables }, at) => {
    const kept = lines.filter(
      (line) => clean(line.text) !== "" && !isPageNumber(line.text) && !running.has(placeOf(line)),
    );
    const page = at + 1;
    const runs: TextRun[] = [];
    let from = 0;
    for (const table of tables) {
      const below = kept.findIndex((line, index) => index >= from && line.top > table.top);
      const until = below === -1 ? kept.length : below;
      runs.push(...joinPage(kept.slice(from, until), page), { page, text: "", size: 0, table });
      from = until;
    }
    return [...runs, ...joinPage(kept.slice(from), page)];
  });
}

function joinPage(lines: readonly PdfLine[], page: number): TextRun[] {
  const widest = Math.max(0, ...lines.map((line) => widthOf(line)));
  const runs: { page: number; text: string; size: number }[] = [];
  let previous: PdfLine | undefined;
  for (const line of lines) {
    const text = clean(line.text);
    const open = runs.at(-1);
    if (open !== undefined && previous !== undefined && readsOn(previous, line, widest)) {
      const glue = /[A-Za-z0-9,]$/.test(open.text) && /^[A-Za-z0-9]/.test(text) ? " " : "";
      open.text += glue + text;
    } else runs.push({ page, text, size: line.size });
    previous = line;
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
  return isNear && isSameSize && isFull && !begins && !/[。：:]$/.test(clean(line.text));
}

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

/** Headers and footers: the same words at the same height on most of at least four pages. */
function runningLines(pages: readonly (readonly PdfLine[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const place of new Set(lines.map(placeOf))) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const least = Math.max(4, pages.length * 0.6);
  return new Set([...counts].filter(([, count]) => count >= least).map(([place]) => place));
}
