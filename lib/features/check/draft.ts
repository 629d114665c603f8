import { z } from "zod";

/**
 * A draft as it was read: its blocks in their order, without what only decorates them. Offsets into a block's text or
 * into a cell count UTF-16 units, as JavaScript does.
 */
export const draftBounds = {
  blocksMax: 5_000,
  blockCharactersMax: 20_000,
  rowsMax: 2_000,
  columnsMax: 100,
  cellCharactersMax: 2_000,
  /** Of all texts and cells together. */
  charactersMax: 400_000,
} as const;

const id = z.string().regex(/^[A-Za-z0-9-]{1,40}$/);

const TextBlock = z.object({
  id,
  kind: z.enum(["heading", "paragraph", "quotation", "item", "footnote"]),
  text: z.string().max(draftBounds.blockCharactersMax),
});

const TableBlock = z.object({
  id,
  kind: z.literal("table"),
  /** The heads are rows like the others: what is a head is told by its words. */
  rows: z
    .array(z.array(z.string().max(draftBounds.cellCharactersMax)).max(draftBounds.columnsMax))
    .max(draftBounds.rowsMax),
  /** The sheet of a workbook. */
  sheet: z.string().max(200).optional(),
});

const DraftBlock = z.discriminatedUnion("kind", [TextBlock, TableBlock]);
export type DraftBlock = z.infer<typeof DraftBlock>;

export const Draft = z
  .object({
    kind: z.enum(["text", "markdown", "docx", "xlsx", "csv", "pdf"]),
    blocks: z.array(DraftBlock).max(draftBounds.blocksMax),
  })
  .refine(({ blocks }) => new Set(blocks.map((block) => block.id)).size === blocks.length, {
    message: "Each block has an id of its own.",
  })
  .refine(({ blocks }) => charactersOf(blocks) <= draftBounds.charactersMax, {
    message: `A draft has at most ${draftBounds.charactersMax} characters.`,
  });
export type Draft = z.infer<typeof Draft>;

function charactersOf(blocks: readonly DraftBlock[]): number {
  let sum = 0;
  for (const block of blocks)
    sum += "text" in block ? block.text.length : block.rows.flat().reduce((all, cell) => all + cell.length, 0);
  return sum;
}
