import type { Grid } from "./table-grid.ts";
import { halfWidths } from "./widths.ts";

/** Fewer rows are laid out sooner than they would be skipped. */
const longRows = 16;
/** A row of one line: its type, its padding and the line above it. */
const lineHeightPx = 19;
const rowExtraPx = 11;

/**
 * The height that is expected of a long table, so that browsers can skip laying it out until it comes near the view;
 * undefined for a short one. `lineWidth` is how many half-width characters fit beside one another.
 */
export function expectedTableHeightPx(grid: Grid, lineWidth: number): number | undefined {
  if (grid.rows.length < longRows) return undefined;
  return grid.rows.reduce((sum, { cells }) => {
    const width = cells.reduce((wide, cell) => wide + halfWidths(cell.text), 0);
    return sum + rowExtraPx + lineHeightPx * Math.max(1, Math.ceil(width / lineWidth));
  }, 0);
}
