import { raisedDigits } from "@/lib/text/format/raised-digits";

/**
 * Rendered text as one string, with a mapping back to the page: finding and quoting work on the string, highlighting on
 * ranges. Labels added by the app are left out; blocks are separated by a line break, so that no match spans two cells
 * or paragraphs. Raised digits are no digits of the number before them, as in lib/text/markdown/visible-text.ts.
 */

export interface TextIndex {
  readonly text: string;
  rangeOf(start: number, end: number): Range | undefined;
  /** The offset in the text of a point in the page; undefined outside of it. */
  offsetOf(node: Node, offset: number): number | undefined;
}

const ours = "button, .end, .sr-only, .fig";
const blocks = "p, li, td, th, h1, h2, h3, h4, h5, h6, figcaption, pre, dt, dd";

export function indexText(root: Element): TextIndex {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = "";
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || parent === null || parent.closest(ours) !== null) continue;
    const within = parent.closest(blocks);
    if (within === null && node.data.trim() === "") continue;
    if (within !== block && text !== "") text += "\n";
    block = within;
    nodes.push(node);
    starts.push(text.length);
    text += parent.localName === "sup" ? raisedDigits(node.data) : node.data;
  }

  const nodeAt = (offset: number): number => {
    let low = 0;
    let high = nodes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const place = (offset: number): readonly [Text, number] | undefined => {
    const index = nodeAt(offset);
    const node = nodes[index];
    return node === undefined ? undefined : [node, Math.min(offset - (starts[index] ?? 0), node.data.length)];
  };

  return {
    text,
    rangeOf(start, end) {
      const from = place(start);
      const last = place(Math.max(start, end - 1));
      if (from === undefined || last === undefined) return undefined;
      const range = document.createRange();
      range.setStart(...from);
      range.setEnd(last[0], Math.min(last[1] + 1, last[0].data.length));
      return range;
    },
    offsetOf(node, offset) {
      const index = nodes.findIndex((each) => each === node);
      if (index !== -1) return (starts[index] ?? 0) + offset;
      // For a point between elements, the first text after it.
      const point = document.createRange();
      point.setStart(node, offset);
      const next = nodes.findIndex((each) => point.comparePoint(each, 0) >= 0);
      return next === -1 ? (root.contains(node) ? text.length : undefined) : starts[next];
    },
  };
}
