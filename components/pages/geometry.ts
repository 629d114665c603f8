import type { PageBox } from "@/lib/reading/page-boxes";

/**
 * The positions of pages in a continuous scroll, computed before their images load: each box has the proportions of its
 * page and the width of the column, so nothing moves when an image arrives.
 */

export type { PageBox };

export type Turn = 0 | 90 | 180 | 270;

/** The proportions of A4, for pages of unknown size. */
const defaultRatio = 842 / 595;
const ratioMin = 0.1;
const ratioMax = 10;

/** Height divided by width as shown; implausible sizes are treated as unknown. */
export function shownRatio(page: Pick<PageBox, "width" | "height">, turn: Turn): number {
  const { width, height } = page;
  const measured = width !== null && height !== null && width > 0 && height > 0 ? height / width : defaultRatio;
  const ratio = measured >= ratioMin && measured <= ratioMax ? measured : defaultRatio;
  return turn === 90 || turn === 270 ? 1 / ratio : ratio;
}

export interface Layout {
  /** The top of each page's row, caption included, measured from the top of the list. */
  readonly tops: readonly number[];
  readonly heights: readonly number[];
  readonly total: number;
}

export interface Measures {
  readonly width: number;
  /** The line above each page. */
  readonly captionHeight: number;
  readonly gap: number;
}

export function layoutPages(pages: readonly PageBox[], turn: Turn, measures: Measures): Layout {
  const tops: number[] = [];
  const heights: number[] = [];
  let top = 0;
  for (const page of pages) {
    const height = measures.captionHeight + measures.width * shownRatio(page, turn);
    tops.push(top);
    heights.push(height);
    top += height + measures.gap;
  }
  return { tops, heights, total: Math.max(0, top - measures.gap) };
}

/** The index of the page at an offset in the list: the one whose row, or the gap beneath it, contains the offset. */
export function pageAt(layout: Layout, offset: number): number {
  let low = 0;
  let high = layout.tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((layout.tops[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first and last index that overlap the view. */
export function pagesIn(layout: Layout, from: number, to: number): readonly [number, number] {
  if (layout.tops.length === 0) return [0, -1];
  const first = pageAt(layout, from);
  // A view that begins in the gap below a page shows the next page first.
  const seen = (layout.tops[first] ?? 0) + (layout.heights[first] ?? 0) > from || first === layout.tops.length - 1;
  const last = pageAt(layout, to);
  return [seen ? first : first + 1, last > first && (layout.tops[last] ?? 0) >= to ? last - 1 : last];
}

/** The page taken to be read: the one at a third of the view's height. */
export function currentPage(layout: Layout, scrollTop: number, viewHeight: number): number {
  return pageAt(layout, scrollTop + viewHeight / 3);
}
