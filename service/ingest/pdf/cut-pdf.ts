import { countCharacters } from "../../../lib/format/count-characters.ts";
import type { PublicationPageBreak, PublicationSection } from "../../domain/publishing/publication.ts";
import type { PdfLine, PdfOutlineEntry } from "../../pdf/index.ts";
import { SectionIds } from "../text/build-sections.ts";
import { paragraph } from "../text/escape.ts";
import { renderHeading } from "../text/render.ts";
import { fold, readNumbering } from "../text/numbering.ts";
import { titleOf } from "../text/find-headings.ts";
import { joinLines, type TextRun } from "./join-lines.ts";

export interface PdfText {
  readonly outline: readonly PdfOutlineEntry[];
  /** Lines of each page, from the top. */
  readonly pages: readonly (readonly PdfLine[])[];
}

/**
 * Sections of a PDF: by its own outline, else by large or numbered lines, else page by page. A title that is not on the
 * page is used in the table of contents but not added to the text.
 */
export function cutPdf(text: PdfText): PublicationSection[] {
  const runs = joinLines(text.pages);
  const cuts = cutsOfOutline(text.outline, runs);
  const chosen = cuts.length >= 2 ? cuts : cutsOfSizes(runs);
  return build(runs, chosen.length >= 2 ? chosen : cutsOfPages(runs));
}

interface Cut {
  readonly at: number;
  readonly title: string;
  readonly level: number;
  /** The run at the cut is the title itself. */
  readonly isTitle: boolean;
}

function cutsOfOutline(outline: readonly PdfOutlineEntry[], runs: readonly TextRun[]): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  for (const entry of outline) {
    const title = titleOf(entry.title);
    if (entry.pageNumber === undefined || title === "") continue;
    const pageStart = runs.findIndex((run) => run.page >= (entry.pageNumber ?? 0));
    if (pageStart < 0) continue;
    const begin = Math.max(from, pageStart);
    const found = runs.findIndex((run, at) => at >= begin && run.page === entry.pageNumber && isSame(run.text, title));
    const at = found >= 0 ? found : begin;
    if (at >= runs.length || cuts.at(-1)?.at === at) continue;
    cuts.push({ at, title, level: entry.level, isTitle: found >= 0 });
    from = at + 1;
  }
  return cuts;
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

/** Lines clearly larger than the body text, or with a legal title. */
function cutsOfSizes(runs: readonly TextRun[]): Cut[] {
  const body = bodySize(runs);
  const large = [
    ...new Set(runs.filter((run) => run.size >= body * 1.15 && isTitleLike(run)).map((run) => round(run.size))),
  ];
  const sizes = large.sort((a, b) => b - a).slice(0, 4);
  return runs.flatMap((run, at): Cut[] => {
    const rank = sizes.indexOf(round(run.size));
    const legal = readNumbering(fold(run.text))?.legal === true;
    if (!isTitleLike(run) || (rank < 0 && !legal)) return [];
    return [{ at, title: titleOf(run.text), level: (rank < 0 ? sizes.length : rank) + 1, isTitle: true }];
  });
}

function isTitleLike(run: TextRun): boolean {
  return run.text.length >= 2 && run.text.length <= 60 && !/[。、,]$/.test(run.text) && /\p{L}/u.test(run.text);
}

/** The size that most characters have. */
function bodySize(runs: readonly TextRun[]): number {
  const weights = new Map<number, number>();
  for (const run of runs) weights.set(round(run.size), (weights.get(round(run.size)) ?? 0) + run.text.length);
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

function build(runs: readonly TextRun[], cuts: readonly Cut[]): PublicationSection[] {
  const ids = new SectionIds();
  const all = cuts[0]?.at === 0 ? cuts : [{ at: 0, title: "表紙", level: 1, isTitle: false }, ...cuts];
  const parents: { id: string; title: string; depth: number }[] = [];
  return all.map((cut, number) => {
    while ((parents.at(-1)?.depth ?? 0) >= cut.level) parents.pop();
    const sectionId = ids.make([...parents.map((parent) => parent.title), cut.title]);
    const parentSectionId = parents.at(-1)?.id ?? null;
    const level = parents.length + 1;
    parents.push({ id: sectionId, title: cut.title, depth: cut.level });
    const own = runs.slice(cut.at + (cut.isTitle ? 1 : 0), all[number + 1]?.at ?? runs.length);
    const heading = cut.isTitle ? renderHeading(titleOf(runs[cut.at]?.text ?? cut.title), level) : "";
    const pageNumber = runs[cut.at]?.page;
    const { markdown, pageBreaks } = textOf(heading, own, pageNumber);
    const further = pageBreaks.length === 0 ? {} : { pageBreaks };
    return { sectionId, title: cut.title, level, parentSectionId, markdown, pageNumber, ...further };
  });
}

/** The text of a section, and where in it a further page begins. */
function textOf(heading: string, runs: readonly TextRun[], first: number | undefined) {
  const pageBreaks: PublicationPageBreak[] = [];
  let markdown = heading;
  let page = first;
  for (const run of runs) {
    if (run.page !== page) pageBreaks.push({ pageNumber: run.page, characters: countCharacters(markdown) });
    page = run.page;
    markdown += `${paragraph(run.text)}\n\n`;
  }
  return { markdown, pageBreaks };
}
