import type { Element } from "hast";
import { element, isElement, toText } from "./hast.ts";
import type { Grid } from "./table-grid.ts";

/** In half-width characters: a Japanese one takes two. */
export function halfWidths(words: string): number {
  let width = 0;
  for (const character of words) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return width;
}

function keepWhole(grid: Grid, isShort: readonly boolean[]): void {
  for (const row of grid.rows) {
    for (const { element: cell, column, columns } of row.cells) {
      if (columns > 1 || isShort[column] !== true) continue;
      const classes = cell.properties["className"];
      cell.properties["className"] = [...(Array.isArray(classes) ? classes : []), "nb"];
    }
  }
}

function widthPx(words: string): number {
  let width = 0;
  for (const character of words) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? widePx : narrowPx;
  return width;
}

/** Fits on one line of a narrow column: a name, a date, an office. */
const shortMax = 20;
const longMin = 40;
/** Of the type of tables: a figure or Latin letter, and a Japanese character. */
const narrowPx = 8;
const widePx = 13;
/** Half of the column of text. */
const wholeMaxPx = 300;
/** The padding of a label, which has the most. */
const paddingPx = 26;

/** A browser alone gives the long text all it can, and a name one character a line. */
export function columnWidths(grid: Grid): Element | undefined {
  const widest = new Array<number>(grid.columnCount).fill(0);
  const px = new Array<number>(grid.columnCount).fill(0);
  for (const row of grid.rows) {
    for (const cell of row.cells) {
      if (cell.columns > 1) continue;
      const longest = Math.max(0, ...linesOf(cell.element).map((line) => halfWidths(line.trim())));
      widest[cell.column] = Math.max(widest[cell.column] ?? 0, longest);
      px[cell.column] = Math.max(px[cell.column] ?? 0, ...linesOf(cell.element).map((line) => widthPx(line.trim())));
    }
  }
  if (!widest.some((width) => width >= longMin) || !widest.some((width) => width > 0 && width <= shortMax))
    return undefined;
  const isShort = widest.map((width) => width > 0 && width <= shortMax);
  const taken = px.reduce((sum, width, column) => (isShort[column] === true ? sum + width + paddingPx : sum), 0);
  // Beside a column that takes all it can, a browser takes a width as a mere wish, so that words must be kept from
  // breaking; not where the long text would then have no room.
  if (taken <= wholeMaxPx) keepWhole(grid, isShort);
  const share = `${Math.floor(100 / widest.filter((width) => width >= longMin).length)}%`;
  const cols = widest.map((width, column) => {
    return element(
      "col",
      isShort[column] === true ? { width: (px[column] ?? 0) + paddingPx } : width >= longMin ? { width: share } : {},
      [],
    );
  });
  return element("colgroup", {}, cols);
}

/** Nothing in the cell would have to wrap beside figures: 普通株式 over 12.50. */
export function isShort(cell: Element): boolean {
  return linesOf(cell).every((line) => halfWidths(line.trim()) <= 16);
}

/** The lines of a cell, as its breaks and the rows of tables inside of it make them. */
function linesOf(cell: Element): string[] {
  const lines = [""];
  const add = (words: string): void => {
    lines[lines.length - 1] += words;
  };
  const walk = (node: Element): void => {
    for (const child of node.children) {
      if (isElement(child, "br")) lines.push("");
      else if (isElement(child, "tr")) {
        lines.push("");
        add(toText(child));
        lines.push("");
      } else if (isElement(child)) walk(child);
      else if (child.type === "text") add(child.value);
    }
  };
  walk(cell);
  return lines;
}
