import type { Block } from "./blocks.ts";
import type { FlatBlock } from "./flatten.ts";

/** About as long as its Markdown will be, which is what a section is priced by. */
export function lengthOf(block: FlatBlock | undefined): number {
  if (block === undefined || block.kind === "image") return 0;
  if (block.kind !== "grid") return block.text.length;
  const { placed } = block.grid;
  const perCell = placed.some((each) => each.rowSpan > 1 || each.colSpan > 1) ? "<td></td>".length : "|".length;
  return placed.reduce((sum, each) => sum + perCell + textLength(each.cell.blocks), 0);
}

function textLength(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => {
    if (block.kind === "image") return sum;
    if (block.kind !== "table") return sum + block.text.length;
    const cells = block.rows.flatMap((row) => row.cells);
    return cells.reduce((inner, cell) => inner + textLength(cell.blocks), sum);
  }, 0);
}
