import type { Block, Cell } from "../text/blocks.ts";

/** One line of a type=5 file. */
export interface CsvLine {
  readonly item: string;
  /** 当期末, 前期, 提出日時点 … */
  readonly period: string;
  readonly unit: string;
  readonly value: string;
  readonly isText: boolean;
}

const titleMarks = /[[［]?テキストブロック[\]］]?|、表紙$/g;

/** Figures become a table and each block of text a section, under the taxonomy's names. */
export function csvBlocks(lines: readonly CsvLine[]): Block[] {
  const figures = lines.filter((line) => !line.isText && line.value !== "" && line.value !== "－");
  const texts = lines.filter((line) => line.isText && line.value.trim() !== "");
  const blocks: Block[] = [];
  if (figures.length > 0) {
    const rows = [
      ["項目", "期間", "値", "単位"],
      ...figures.map((line) => [line.item, line.period, line.value, line.unit]),
    ];
    blocks.push({ kind: "heading", tag: 1, text: "開示項目" });
    blocks.push({
      kind: "table",
      rows: rows.map((row, at) => ({ header: at === 0, cells: row.map((text) => cellOf(text, at > 0)) })),
    });
  }
  for (const line of texts) {
    blocks.push({ kind: "heading", tag: 1, text: line.item.replace(titleMarks, "").replace(/、+$/, "").trim() });
    for (const text of line.value.split(/\r?\n|[ \u3000\u00a0]{3,}/)) {
      if (text.trim() !== "") blocks.push(paragraphOf(text.trim()));
    }
  }
  return blocks;
}

function cellOf(text: string, isBody: boolean): Cell {
  const blocks = text.trim() === "" ? [] : [paragraphOf(text.trim())];
  return { blocks, colSpan: 1, rowSpan: 1, figure: isBody && /^-?[\d.]+$/.test(text) };
}

function paragraphOf(text: string): Block {
  return {
    kind: "paragraph",
    text: text.replace(/[\u0000-\u001f\u007f]+/g, " "),
    // Nothing of these lines is known to be a heading, and none is set anywhere.
    align: "end",
    arranged: true,
    bold: false,
    left: 0,
    list: undefined,
  };
}
