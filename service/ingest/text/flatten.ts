import type { Block, Heading, Image, Paragraph } from "./blocks.ts";
import type { Grid } from "./grid.ts";
import { simplifyTable } from "./simplify-table.ts";

export type FlatBlock = Paragraph | Heading | Image | { readonly kind: "grid"; readonly grid: Grid };

/** Opens tables that only arrange text, sets captions beside their tables, and pictures out of cells after them. */
export function flatten(blocks: readonly Block[]): FlatBlock[] {
  const flat: FlatBlock[] = [];
  for (const block of blocks) {
    if (block.kind !== "table") {
      flat.push(block);
      continue;
    }
    const simple = simplifyTable(block);
    if (simple.kind === "blocks") {
      flat.push(...flatten(simple.blocks));
      continue;
    }
    const pictures = imagesIn(simple.grid.placed.flatMap((each) => each.cell.blocks));
    flat.push(...flatten(simple.before), { kind: "grid", grid: simple.grid }, ...pictures, ...flatten(simple.after));
  }
  return flat;
}

function imagesIn(blocks: readonly Block[]): Image[] {
  return blocks.flatMap((block) => {
    if (block.kind === "image") return [block];
    if (block.kind !== "table") return [];
    return imagesIn(block.rows.flatMap((row) => row.cells.flatMap((cell) => cell.blocks)));
  });
}
