import { indexText } from "@/components/ui/text-index";
import { anchorOf, quoteFragment } from "@/lib/text/format/quote-anchor";

/** The selected text of an owned document. */
export interface SelectedPassage {
  readonly range: Range;
  readonly sectionId: string;
  /** The words, a line for each paragraph or cell. */
  readonly quote: string;
  /** The fragment of a link that highlights it, as far as it is within its first section. */
  readonly fragment: string;
  /** The pages on which it begins and ends, where they are known. */
  readonly page: number | undefined;
  readonly lastPage: number | undefined;
}

/** Undefined where nothing is selected, or the selection does not begin in the text. */
export function selectedPassage(
  flow: HTMLElement | null,
  placed: Readonly<Record<string, number>>,
): SelectedPassage | undefined {
  const selection = getSelection();
  if (flow === null || selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  // The selection's own range changes with it.
  const range = selection.getRangeAt(0).cloneRange();
  if (!flow.contains(range.startContainer)) return undefined;
  const parts = [...flow.querySelectorAll<HTMLElement>(":scope > [data-filled]")]
    .filter((section) => range.intersectsNode(section))
    .flatMap((section) => partWithin(section, range) ?? []);
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const page = pageAt(first.section, first.range.startContainer, first.range.startOffset, placed);
  const end = pageAt(last.section, last.range.endContainer, last.range.endOffset, placed);
  return {
    range,
    sectionId: idOf(first.section),
    quote: parts.map((part) => part.text).join("\n"),
    fragment: quoteFragment(first.anchor),
    page,
    lastPage: page !== undefined && end !== undefined && end > page ? end : undefined,
  };
}

function partWithin(section: HTMLElement, range: Range) {
  const index = indexText(section);
  const from = section.contains(range.startContainer) ? index.offsetOf(range.startContainer, range.startOffset) : 0;
  const to = section.contains(range.endContainer)
    ? index.offsetOf(range.endContainer, range.endOffset)
    : index.text.length;
  if (from === undefined || to === undefined) return undefined;
  // A double or triple click takes spaces and the beginning of the next paragraph with it.
  const raw = index.text.slice(from, to);
  const start = from + raw.length - raw.trimStart().length;
  const end = start + raw.trim().length;
  const anchor = anchorOf(idOf(section), index.text, start, end);
  const within = index.rangeOf(start, end);
  if (end <= start || anchor.head === "" || within === undefined) return undefined;
  const text = index.text.slice(start, end).replace(/[^\S\n\u3000]*\n\s*/gu, "\n");
  return { section, anchor, range: within, text };
}

/** The last page that begins at or before a point of the section: lib/text/markdown/page-marks.ts. */
function pageAt(section: HTMLElement, node: Node, offset: number, placed: Readonly<Record<string, number>>) {
  const point = document.createRange();
  point.setStart(node, offset);
  const marks = [...section.querySelectorAll<HTMLElement>("[data-page]")];
  const mark = marks.findLast((each) => point.comparePoint(each, 0) <= 0);
  return mark === undefined ? placed[idOf(section)] : Number(mark.dataset["page"]);
}

function idOf(section: HTMLElement): string {
  return section.dataset["section"] ?? "";
}
