import type { Block, Heading, Image, Names, Paragraph } from "./blocks.ts";
import type { Grid } from "./grid.ts";
import { simplifyTable } from "./simplify-table.ts";

export type FlatBlock =
  | Paragraph
  | Heading
  | Image
  | { readonly kind: "grid"; readonly grid: Grid; readonly names?: Names };

/** Dissolves tables that only arrange text, and moves captions and pictures out of tables. */
export function flatten(blocks: readonly Block[]): FlatBlock[] {
  const flat: FlatBlock[] = [];
  for (const block of blocks) {
    if (block.kind !== "table") {
      flat.push(block);
      continue;
    }
    const names = block.names ?? [];
    const simple = simplifyTable(block);
    if (simple.kind === "blocks") {
      flat.push(...named(flatten(simple.blocks), names));
      continue;
    }
    const pictures = imagesIn(simple.grid.placed.flatMap((each) => each.cell.blocks));
    const before = named(flatten(simple.before), names);
    const own = before.length > 0 || names.length === 0 ? {} : { names };
    flat.push(...before, { kind: "grid", grid: simple.grid, ...own }, ...pictures, ...flatten(simple.after));
  }
  return flat;
}

/** A table that only arranges text passes its names on to the first block in it. */
function named(blocks: FlatBlock[], names: Names): FlatBlock[] {
  const [first, ...rest] = blocks;
  if (first === undefined || first.kind === "image" || names.length === 0) return blocks;
  return [{ ...first, names: [...names, ...(first.names ?? [])] }, ...rest];
}

function imagesIn(blocks: readonly Block[]): Image[] {
  return blocks.flatMap((block) => {
    if (block.kind === "image") return [block];
    if (block.kind !== "table") return [];
    return imagesIn(block.rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks)));
  });
}
