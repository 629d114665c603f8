import type { PageBox } from "@/lib/documents/page-boxes";

/**
 * Where pages stand in a continuous scroll, known before a pixel of them has loaded: each box has the shape of its
 * page and the width of the column, so nothing moves when an image arrives.
 */

export type { PageBox };

export type Turn = 0 | 90 | 180 | 270;

/** A4, for pages of unknown size. */
const defaultRatio = 842 / 595;
const ratioMin = 0.1;
const ratioMax = 10;

/** Height over width as it is shown; sizes beyond reason are drawn as if unknown. */
export function shownRatio(page: Pick<PageBox, "width" | "height">, turn: Turn): number {
  const { width, height } = page;
  const told = width !== null && height !== null && width > 0 && height > 0 ? height / width : defaultRatio;
  const ratio = told >= ratioMin && told <= ratioMax ? told : defaultRatio;
  return turn === 90 || turn === 270 ? 1 / ratio : ratio;
}

export interface Layout {
  /** Top of each page's row, caption included, from the top of the list. */
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

/** Index of the page at a height of the list: the one whose row, with the gap beneath it, holds it. */
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

/** First and last index that a view touches. */
export function pagesIn(layout: Layout, from: number, to: number): readonly [number, number] {
  if (layout.tops.length === 0) return [0, -1];
  const first = pageAt(layout, from);
  // In the gap below a page the next one is the first that is seen.
  const seen = (layout.tops[first] ?? 0) + (layout.heights[first] ?? 0) > from || first === layout.tops.length - 1;
  const last = pageAt(layout, to);
  return [seen ? first : first + 1, last > first && (layout.tops[last] ?? 0) >= to ? last - 1 : last];
}

/** The page that is being read: the one at a third of the view's height. */
export function currentPage(layout: Layout, scrollTop: number, viewHeight: number): number {
  return pageAt(layout, scrollTop + viewHeight / 3);
}
