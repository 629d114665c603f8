import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import type { PublicationPageBreak, PublicationSection } from "../../domain/publishing/publication.ts";
import type { PdfOutlineEntry, PdfPageText } from "../../pdf/index.ts";
import { SectionIds } from "../text/build-sections.ts";
import { paragraph } from "../text/escape.ts";
import { titleOf } from "../text/find-headings.ts";
import { renderHeading } from "../text/render.ts";
import { type Cut, findCuts } from "./find-cuts.ts";
import { joinPages, type TextRun } from "./join-lines.ts";
import { joinTables } from "./join-tables.ts";
import { tableText } from "./table-text.ts";

export interface PdfText {
  readonly outline: readonly PdfOutlineEntry[];
  readonly pages: readonly PdfPageText[];
}

/** A title that is not on the page is in the table of contents and not in the text. */
export function cutPdf(text: PdfText): PublicationSection[] {
  const runs = joinTables(joinPages(text.pages));
  return build(runs, findCuts(text.outline, runs));
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
    const pages = own.flatMap((run) => (run.table?.certain === false || run.isMixed === true ? pagesOf(run) : []));
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
    const words = run.table === undefined ? `${paragraph(run.text)}\n\n` : tableText(run.table);
    for (const further of run.further ?? []) {
      const characters = countCharacters(markdown + beforeRow(words, further.rows));
      pageBreaks.push({ pageNumber: further.page, characters });
      page = further.page;
    }
    markdown += words;
  }
  return { markdown, pageBreaks };
}

function pagesOf({ page, further = [] }: TextRun): number[] {
  return [page, ...further.map((each) => each.page)];
}

/** The text of a table before a row, or all but its end where captions became text and rows can't be counted. */
function beforeRow(table: string, row: number): string {
  const lines = table.split("\n");
  const rows = lines.flatMap((line, at) => (/^(?:\||<tr\b)/u.test(line) && !/^\|[|:\s-]+\|$/u.test(line) ? [at] : []));
  return `${lines.slice(0, rows[row] ?? lines.length - 1).join("\n")}\n`;
}
