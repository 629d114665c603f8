/** The pages of sections, as far as the service gives them. Nothing here is estimated. */

export interface PlacedSection {
  readonly section_id: string;
  /** Page of the heading; null where it isn't known. */
  readonly page_number: number | null;
  readonly page_confidence?: number | null | undefined;
  /** Further pages that begin within the section's own text. */
  readonly page_breaks?: readonly PageBreak[] | undefined;
}

interface PageBreak {
  readonly page_number: number;
  /** Code points of the section's own text before the page. */
  readonly characters: number;
}

/** A page with less confidence is not shown beside the text, where it could be bought. */
const confidenceMin = 0.5;

/** The given page, or else the one on which both the section before and the one after are. */
export function sectionPages(toc: readonly PlacedSection[]): ReadonlyMap<string, number> {
  const pages = new Map<string, number>();
  let waiting: string[] = [];
  let before: number | undefined;
  for (const section of toc) {
    const page = knownPage(section);
    if (page === undefined) waiting.push(section.section_id);
    else {
      if (page === before) for (const id of waiting) pages.set(id, page);
      waiting = [];
      pages.set(section.section_id, page);
    }
    before = section.page_breaks?.at(-1)?.page_number ?? page ?? before;
    // A section that continues on a further page leaves the pages of those waiting before it unknown.
    if (page === undefined && (section.page_breaks?.length ?? 0) > 0) waiting = [];
  }
  return pages;
}

function knownPage({ page_number, page_confidence }: PlacedSection): number | undefined {
  return page_number === null || (page_confidence ?? 1) < confidenceMin ? undefined : page_number;
}

/** Some page was found by matching texts rather than recorded when the pages were made. */
export function isMatched(toc: readonly PlacedSection[]): boolean {
  return toc.some((section) => knownPage(section) !== undefined && (section.page_confidence ?? 1) < 1);
}

/** The last section that begins on or before the page; undefined where none is known to. */
export function sectionOnPage(sections: readonly { readonly id: string; readonly page: number }[], page: number) {
  return sections.findLast((section) => section.page <= page);
}

/** The positions in a text where pages begin, in UTF-16 units. */
export interface PageStart {
  readonly at: number;
  readonly page: number;
}

/** The page breaks of a section as positions in its own text. */
export function pageStarts(section: PlacedSection, text: string): readonly PageStart[] {
  const starts: PageStart[] = [];
  let at = 0;
  let characters = 0;
  for (const { page_number, characters: wanted } of section.page_breaks ?? []) {
    for (; characters < wanted && at < text.length; characters++) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    if (at < text.length) starts.push({ at, page: page_number });
  }
  return starts;
}
