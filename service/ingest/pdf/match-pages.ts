import type { PublicationPageBreak, PublicationSection } from "../../domain/publishing/publication.ts";
import type { PdfLine } from "../../pdf/index.ts";
import { type Anchor, align } from "./align.ts";
import { comparable, comparableSections } from "./comparable.ts";
import { joinLines } from "./join-lines.ts";

/** With less of the text than this in it, the PDF is another document, for example a translation. */
const sharedMin = 0.25;
/** A page with less confidence than this is left out. */
const confidenceMin = 0.5;
/** Matching words this near to each other determine the page of the text between them. */
const nearCharacters = 240;

/**
 * Finds the PDF pages of a filing's sections by their words. A heading's page is certain where the words before and
 * after it are on one page; between two pages the heading itself is searched; where it isn't found either, the page is
 * left out.
 */
export function matchPages(
  sections: readonly PublicationSection[],
  pages: readonly (readonly PdfLine[])[],
): readonly PublicationSection[] {
  const text = comparableSections(sections);
  const paper = paperOf(pages);
  const anchors = align(text.text, paper.text);
  const shared = anchors.reduce((sum, { length }) => sum + length, 0);
  if (shared < text.text.length * sharedMin) return sections;
  const starts = pageStarts(paper, anchors, pages.length);
  let least = 1;
  return sections.map((section, at) => {
    const from = text.starts[at] ?? 0;
    const to = text.starts[at + 1] ?? text.text.length;
    const heading = to > from ? comparable(headingOf(section)).text : "";
    const found = to > from ? placeOf(from, heading, paper, anchors) : undefined;
    // Pages must ascend in reading order; matches that contradict this are dropped.
    const place = found !== undefined && found.confidence >= confidenceMin && found.page >= least ? found : undefined;
    least = place?.page ?? least;
    const breaks: PublicationPageBreak[] = [];
    for (const { page, at: start } of starts) {
      if (start <= from || start >= to || page <= least) continue;
      breaks.push({ pageNumber: page, characters: text.offsets[start] ?? 0 });
      least = page;
    }
    return {
      ...section,
      ...(place === undefined ? {} : { pageNumber: place.page, pageConfidence: place.confidence }),
      ...(breaks.length === 0 ? {} : { pageBreaks: breaks }),
    };
  });
}

interface Paper {
  readonly text: string;
  /** An empty page begins where the next does. */
  readonly pages: readonly number[];
}

function paperOf(pages: readonly (readonly PdfLine[])[]): Paper {
  const words = pages.map((): string[] => []);
  for (const { page, text } of joinLines(pages)) words[page - 1]?.push(comparable(text).text);
  const starts: number[] = [];
  let length = 0;
  const texts = words.map((each) => each.join(""));
  for (const text of texts) {
    starts.push(length);
    length += text.length;
  }
  return { text: texts.join(""), pages: starts };
}

/** From 1. */
function pageAt({ pages }: Paper, position: number): number {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pages[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

interface Place {
  readonly page: number;
  readonly confidence: number;
}

function placeOf(from: number, heading: string, paper: Paper, anchors: readonly Anchor[]): Place | undefined {
  const next = anchors[firstAfter(anchors, from)];
  // The heading's own words are part of an anchor, which gives its position.
  if (next !== undefined && next.a <= from) {
    return { page: pageAt(paper, next.b + (from - next.a)), confidence: 0.99 };
  }
  const before = anchors[firstAfter(anchors, from) - 1];
  const low = before === undefined ? 0 : before.b + before.length;
  const high = next?.b ?? paper.text.length;
  const first = pageAt(paper, Math.max(0, low - 1));
  const last = pageAt(paper, high);
  const own = onlyPlace(paper.text.slice(low, high), heading);
  if (own !== undefined) return { page: pageAt(paper, low + own), confidence: heading.length >= 6 ? 0.95 : 0.85 };
  if (before === undefined || next === undefined) return undefined;
  const distance = Math.max(from - before.a - before.length, next.a - from);
  if (first === last) return { page: first, confidence: distance <= nearCharacters ? 0.9 : 0.6 };
  // A heading is on the page of the words after it, where nothing else fits between them and the page's beginning.
  const lead = next.a - from;
  const pageStart = paper.pages[last - 1] ?? 0;
  return lead <= nearCharacters / 4 && next.b - lead >= pageStart ? { page: last, confidence: 0.7 } : undefined;
}

function onlyPlace(text: string, words: string): number | undefined {
  const found = words.length < 2 ? -1 : text.indexOf(words);
  return found < 0 || text.includes(words, found + 1) ? undefined : found;
}

/** The first anchor that ends behind the position. */
function firstAfter(anchors: readonly Anchor[], position: number): number {
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const anchor = anchors[middle];
    if (anchor !== undefined && anchor.a + anchor.length <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For pages of which words were found in the text. */
function pageStarts(paper: Paper, anchors: readonly Anchor[], count: number): { page: number; at: number }[] {
  const starts: { page: number; at: number }[] = [];
  let seen = 0;
  for (let page = 2; page <= count; page++) {
    const start = paper.pages[page - 1] ?? 0;
    const end = paper.pages[page] ?? paper.text.length;
    while (seen < anchors.length && endInPaper(anchors[seen]) <= start) seen++;
    const anchor = anchors[seen];
    if (anchor === undefined || anchor.b >= end) continue;
    const before = anchors[seen - 1];
    const least = before === undefined ? 0 : before.a + before.length;
    // Within an anchor the place is exact; before it, as many characters back as the page has there.
    starts.push({ page, at: Math.max(least, anchor.a + (start - anchor.b)) });
  }
  return starts;
}

function endInPaper(anchor: Anchor | undefined): number {
  return anchor === undefined ? 0 : anchor.b + anchor.length;
}

/** The heading that a section begins with; where it has none, its first words. */
function headingOf({ markdown }: PublicationSection): string {
  const line = markdown.split("\n", 1)[0] ?? "";
  return line.startsWith("#") ? line.replace(/^#+ /, "") : line.slice(0, 40);
}
