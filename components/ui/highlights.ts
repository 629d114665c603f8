/** By the CSS Custom Highlight API; in a browser without it the current match is selected instead. */

import { layOutAround } from "./text-heights";

export type HighlightName = "quote" | "found" | "found-current";

export function setHighlight(name: HighlightName, ranges: readonly Range[]): void {
  if (!("highlights" in CSS)) {
    const [first] = ranges;
    if (name !== "found" && first !== undefined) {
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(first);
    }
    return;
  }
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** Scrolls a range to the middle of the view at once. */
export function showRange(range: Range): void {
  const target = range.startContainer.parentElement;
  layOutAround(target?.closest(".flow > *") ?? null);
  target?.scrollIntoView({ block: "center", behavior: "instant" });
  const figure = target?.closest(".scroll-x");
  if (figure instanceof HTMLElement && target !== null && target !== undefined) {
    const box = figure.getBoundingClientRect();
    const place = range.getBoundingClientRect();
    figure.scrollTop += place.top - box.top - box.height / 2;
    figure.scrollLeft += Math.min(0, place.left - box.left) + Math.max(0, place.right - box.right);
  }
}
