import { type PageBox, shownRatio, type Turn } from "./geometry";

/**
 * The space taken by pages that are not rendered, as a CSS length: a percentage of the column's width (which percent
 * paddings refer to) and a fixed part. It is therefore correct on the server, before anything is measured, and after
 * every resize.
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
