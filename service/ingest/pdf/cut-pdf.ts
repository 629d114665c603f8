import { countCharacters } from "../../../lib/format/count-characters.ts";
import type { PublicationPageBreak, PublicationSection } from "../../domain/publishing/publication.ts";
import type { PdfOutlineEntry, PdfPageText } from "../../pdf/index.ts";
import { SectionIds } from "../text/build-sections.ts";
import { paragraph } from "../text/escape.ts";
import { renderHeading } from "../text/render.ts";
import { depthOf, fold, readNumbering, type Series } from "../text/numbering.ts";
import { titleOf } from "../text/find-headings.ts";
import { joinPages, type TextRun } from "./join-lines.ts";
import { tableText } from "./table-text.ts";

export interface PdfText {
  readonly outline: readonly PdfOutlineEntry[];
  readonly pages: readonly PdfPageText[];
}

/**
 * Sections of a PDF: by its own outline, else by large or numbered lines, else page by page. A title that is not on the
 * page is used in the table of contents but not added to the text.
 */
export function cutPdf(text: PdfText): PublicationSection[] {
  const runs = joinPages(text.pages);
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

/** Lines clearly larger than the body text, with a legal title, or with a number that a series of short lines has. */
function cutsOfSizes(runs: readonly TextRun[]): Cut[] {
  const body = bodySize(runs);
  const large = [
    ...new Set(runs.filter((run) => run.size >= body * 1.15 && isTitleLike(run)).map((run) => round(run.size))),
  ];
  const sizes = large.sort((a, b) => b - a).slice(0, 4);
  const series = seriesOf(runs.filter(isTitleLike));
  return runs.flatMap((run, at): Cut[] => {
    if (!isTitleLike(run)) return [];
    const rank = sizes.indexOf(round(run.size));
    const numbering = readNumbering(fold(run.text));
    const depth = numbering === undefined ? -1 : series.indexOf(numbering.series);
    if (rank < 0 && numbering?.legal !== true && depth < 0) return [];
    const level = rank >= 0 ? rank + 1 : sizes.length + 1 + Math.max(0, depth);
    return [{ at, title: titleOf(run.text), level, isTitle: true }];
  });
}

const numbered: readonly Series[] = ["part", "chapter", "number", "note", "decimal", "paren-number"];

/** Kinds of numbers that go on: one is followed by two somewhere below. From the outermost to the innermost. */
function seriesOf(runs: readonly TextRun[]): Series[] {
  const open = new Set<Series>();
  const found = new Set<Series>();
  for (const run of runs) {
    const numbering = readNumbering(fold(run.text));
    if (numbering === undefined || !numbered.includes(numbering.series)) continue;
    if (numbering.ordinal === 1 || numbering.series === "decimal") open.add(numbering.series);
    else if (numbering.ordinal === 2 && open.has(numbering.series)) found.add(numbering.series);
    if (numbering.series === "decimal" && open.has("decimal")) found.add("decimal");
  }
  return [...found].sort((a, b) => (depthOf(a) ?? 0) - (depthOf(b) ?? 0));
}

function isTitleLike(run: TextRun): boolean {
  return run.text.length >= 2 && run.text.length <= 60 && !/[。、,]$/.test(run.text) && /\p{L}/u.test(run.text);
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
    const pages = own.flatMap((run) => (run.table?.certain === false ? [run.page] : []));
    const uncertain = pages.length === 0 ? {} : { uncertainPages: [...new Set(pages)] };
    return { sectionId, title: cut.title, level, parentSectionId, markdown, pageNumber, ...further, ...uncertain };
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
    markdown += run.table === undefined ? `${paragraph(run.text)}\n\n` : tableText(run.table);
  }
  return { markdown, pageBreaks };
}
