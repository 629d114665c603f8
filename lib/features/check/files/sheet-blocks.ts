import { type DraftBlock, draftBounds } from "../draft.ts";

/**
 * A sheet as blocks: rows without an empty one between them are a table, a line with one cell alone is a text. The id
 * of a block has the number of its first row, from 1.
 */
export function sheetBlocks(
  rows: readonly (readonly string[])[],
  { prefix, sheet }: { readonly prefix: string; readonly sheet?: string | undefined },
): DraftBlock[] {
  const blocks: DraftBlock[] = [];
  let table: string[][] = [];
  let first = 0;
  const end = () => {
    const width = Math.max(0, ...table.map((row) => row.findLastIndex((cell) => cell !== "") + 1));
    if (table.length > 0) {
      blocks.push({
        ...{ id: `${prefix}${first + 1}`, kind: "table", rows: table.map((row) => row.slice(0, width)) },
        ...(sheet === undefined ? {} : { sheet: sheet.slice(0, 200) }),
      });
    }
    table = [];
  };
  rows.forEach((row, at) => {
    const cells = row.map((cell) => cell.trim());
    const filled = cells.filter((cell) => cell !== "");
    const [only = ""] = filled;
    if (filled.length === 0) end();
    else if (filled.length === 1 && (table.length === 0 || only.length > draftBounds.cellCharactersMax)) {
      end();
      blocks.push({ id: `${prefix}${at + 1}`, kind: "paragraph", text: only });
    } else {
      if (table.length === 0) first = at;
      table.push(cells.slice(0, draftBounds.columnsMax));
      if (table.length === draftBounds.rowsMax) end();
    }
  });
  end();
  return blocks;
}
