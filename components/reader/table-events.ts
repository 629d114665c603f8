import type { MouseEvent, PointerEvent } from "react";
import { cellsOf, toTsv } from "@/components/ui/tsv";
import { amountTitle } from "@/lib/text/format/amounts";

/** Event handlers for tables and images of the text: one listener for all, since they are inserted as HTML. */

/** Enlarges an image of the text. A click that opens it elsewhere (another tab, a download) is left to the browser. */
export function onImageClick(close: string) {
  return (event: MouseEvent<HTMLElement>): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-zoom]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void import("./enlarge-image").then(({ enlargeImage }) => enlargeImage(link, close));
  };
}

export function onTableCopy(copied: string) {
  return (event: MouseEvent<HTMLElement>): void => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[data-tsv]") : null;
    const table = button?.closest("figure")?.querySelector("table");
    if (button === null || !(table instanceof HTMLTableElement)) return;
    void navigator.clipboard.writeText(toTsv(cellsOf(table))).then(() => {
      const words = button.textContent;
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = words;
      }, 1600);
    });
  };
}

/** Sets the written-out amount (12億3,456万円) as the title of a figure when the pointer enters it. */
export function onFigureOver(event: PointerEvent<HTMLElement>): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>(".figs td") : null;
  if (cell === null || cell.title !== "") return;
  const unit = cell.closest("table")?.querySelector(".unit th")?.textContent;
  // A unit line with several units does not say which one applies to this column.
  if (unit === null || unit === undefined || /[、,・]/u.test(unit)) return;
  const language = document.documentElement.lang === "ja" ? "ja" : "en";
  const title = amountTitle(cell.textContent ?? "", unit, language);
  if (title !== undefined) cell.title = title;
}
