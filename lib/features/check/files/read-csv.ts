import { parseCsv } from "hucre/csv";
import type { DraftBlock } from "../draft.ts";
import { decodeText } from "./decode-text.ts";
import { sheetBlocks } from "./sheet-blocks.ts";

export function readCsv(bytes: Uint8Array): DraftBlock[] {
  const rows = parseCsv(decodeText(bytes).replace(/^\uFEFF/u, ""));
  return sheetBlocks(
    rows.map((row) => row.map((cell) => (cell === null ? "" : String(cell)))),
    { prefix: "r" },
  );
}
