import { type PageBox, shownRatio, type Turn } from "./geometry";

/**
 * The room of pages that are not in the page's tree, as CSS: a share of the column's width (percent paddings are of
 * the width) and a fixed part. So it is right on the server, before anything is measured, and after every resize.
 */
export function spaceFor(
  pages: readonly PageBox[],
  turn: Turn,
  measures: { readonly captionHeight: number; readonly gap: number },
): string {
  const ratio = pages.reduce((sum, page) => sum + shownRatio(page, turn), 0);
  const fixed = pages.length * measures.captionHeight + Math.max(0, pages.length - 1) * measures.gap;
  return `calc(${(ratio * 100).toFixed(4)}% + ${fixed}px)`;
}
