import { alignedParagraph } from "./alignment.ts";
import type { Block, Heading, Paragraph } from "./blocks.ts";
import { escapeInline, htmlText, paragraph, tableCell } from "./escape.ts";
import { isFigure } from "./figure-cells.ts";
import type { FlatBlock } from "./flatten.ts";
import { type Grid, type Placed, rowsOf } from "./grid.ts";
import { indentedHead } from "./indented-heads.ts";
import { type InlineMark, withMarks } from "./inline-marks.ts";
import { simplifyTable } from "./simplify-table.ts";

/** The name under which an image of the package is delivered, or undefined where it can't be. */
export type ImageNames = (source: string) => string | undefined;

/** Blocks as Markdown; each ends with a blank line, so that sections concatenate to a body with nothing between. */
export function renderBlocks(blocks: readonly FlatBlock[], images: ImageNames): string {
  return blocks.map((block) => renderBlock(block, images)).join("");
}

function renderBlock(block: FlatBlock, images: ImageNames): string {
  switch (block.kind) {
    case "heading":
      return `${boldLines(block.text)}\n\n`;
    case "paragraph": {
      if (block.isHead === true) return indentedHead(block);
      const aligned = alignedParagraph(block, isShownBold(block));
      if (aligned !== undefined) return `${aligned}\n\n`;
      if (isShownBold(block)) return `${boldLines(block.text, block.marks)}\n\n`;
      const text = paragraph(block.text, block.marks);
      if (block.list === undefined) return `${text}\n\n`;
      const marker = block.list === "bullet" ? "- " : "1. ";
      return `${marker}${text.replaceAll("\n", `\n${" ".repeat(marker.length)}`)}\n\n`;
    }
    case "image": {
      const name = images(block.source);
      return name === undefined ? "" : `![](images/${name})\n\n`;
    }
    case "grid":
      return `${isPlain(block.grid) ? renderPipes(block.grid) : renderHtml(block.grid)}\n\n`;
  }
}

function boldLines(text: string, marks?: readonly InlineMark[]): string {
  return withMarks(text, marks, escapeInline)
    .split("\n")
    .map((line) => `**${line}**`)
    .join("\\\n");
}

/** Lines that the filer sets off; a page that is bold throughout says nothing by it. */
function isShownBold({ bold, list, text }: Paragraph): boolean {
  return bold && list === undefined && text.length <= boldLengthMax;
}

const boldLengthMax = 200;

/** `title` is already one line. */
export function renderHeading(title: string, level: number): string {
  // A closing sequence of # would be dropped by the parser.
  const text = escapeInline(title).replace(/(^|[ \t])(#+)$/, "$1\\$2");
  return `${"#".repeat(Math.min(level, 6))} ${text}\n\n`;
}

function isPlain(grid: Grid): boolean {
  return grid.placed.every(
    (each) => each.rowSpan === 1 && each.colSpan === 1 && each.cell.blocks.every((block) => block.kind !== "table"),
  );
}

function renderPipes(grid: Grid): string {
  const rows = rowsOf(grid).map((row) => {
    const texts = new Array<string>(grid.colCount).fill("");
    for (const each of row) texts[each.col] = cellText(each, tableCell);
    return `|${texts.join("|")}|`;
  });
  const header = grid.headerRows > 0 ? rows.shift() : `|${" |".repeat(grid.colCount)}`;
  return [header, delimiterRow(grid), ...rows].join("\n");
}

function delimiterRow(grid: Grid): string {
  const figures = new Uint32Array(grid.colCount);
  const filled = new Uint32Array(grid.colCount);
  for (const each of grid.placed) {
    if (each.row < grid.headerRows) continue;
    filled[each.col] = (filled[each.col] ?? 0) + 1;
    if (isFigure(each)) figures[each.col] = (figures[each.col] ?? 0) + 1;
  }
  const marks = [...figures].map((count, col) => (count > 0 && count * 2 > (filled[col] ?? 0) ? "-:" : "-"));
  return `|${marks.join("|")}|`;
}

function cellText(each: Placed, escape: (text: string) => string): string {
  const lines = each.cell.blocks.flatMap((block) =>
    block.kind === "paragraph" || block.kind === "heading" ? [inCell(block, escape)] : [],
  );
  return "　".repeat(each.indent) + lines.join("<br>");
}

function inCell(block: Paragraph | Heading, escape: (text: string) => string): string {
  const marks = block.kind === "paragraph" ? block.marks : undefined;
  return withMarks(block.text, marks, escape).replaceAll("\n", "<br>");
}

/** Merged cells and nested tables, which pipe tables can't express, as HTML with no attributes but spans. */
function renderHtml(grid: Grid): string {
  const rows = rowsOf(grid);
  const head = rows.slice(0, grid.headerRows);
  const parts = ["<table>"];
  if (head.length > 0) parts.push("<thead>", ...head.map((row) => htmlRow(row, grid, "th")), "</thead>");
  parts.push("<tbody>", ...rows.slice(grid.headerRows).map((row) => htmlRow(row, grid, "td")), "</tbody>", "</table>");
  return parts.join("\n");
}

function htmlRow(row: readonly Placed[], grid: Grid, tag: "th" | "td"): string {
  const cells: string[] = [];
  const reaching = reachingInto(grid, row[0]?.row);
  let col = 0;
  for (const each of row) {
    for (; col < each.col; col++) if (!reaching.has(col)) cells.push(`<${tag}></${tag}>`);
    cells.push(htmlCell(each, tag));
    col = each.col + each.colSpan;
  }
  for (; col < grid.colCount; col++) if (!reaching.has(col)) cells.push(`<${tag}></${tag}>`);
  return `<tr>${cells.join("")}</tr>`;
}

const reachCache = new WeakMap<Grid, Set<number>[]>();

/** Columns that a cell from a row above covers in this row. */
function reachingInto(grid: Grid, row: number | undefined): ReadonlySet<number> {
  if (row === undefined) return new Set();
  let rows = reachCache.get(grid);
  if (rows === undefined) {
    rows = Array.from({ length: grid.rowCount }, () => new Set<number>());
    for (const each of grid.placed) {
      for (let down = 1; down < each.rowSpan; down++) {
        for (let right = 0; right < each.colSpan; right++) rows[each.row + down]?.add(each.col + right);
      }
    }
    reachCache.set(grid, rows);
  }
  return rows[row] ?? new Set();
}

function htmlCell(each: Placed, tag: "th" | "td"): string {
  const spans =
    (each.colSpan > 1 ? ` colspan="${each.colSpan}"` : "") + (each.rowSpan > 1 ? ` rowspan="${each.rowSpan}"` : "");
  const parts = each.cell.blocks.flatMap((block): string[] => {
    if (block.kind === "image") return [];
    if (block.kind !== "table") return [inCell(block, htmlText)];
    const inner = simplifyTable(block);
    return [innerHtml(inner)];
  });
  return `<${tag}${spans}>${"　".repeat(each.indent)}${joinLines(parts)}</${tag}>`;
}

function innerHtml(simple: ReturnType<typeof simplifyTable>): string {
  if (simple.kind === "blocks") return joinLines(htmlLines(simple.blocks));
  return joinLines([...htmlLines(simple.before), renderHtml(simple.grid), ...htmlLines(simple.after)]);
}

function htmlLines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "image") return [];
    return [block.kind === "table" ? innerHtml(simplifyTable(block)) : inCell(block, htmlText)];
  });
}

/** A nested table is a block of its own; a break beside it would show as an empty line. */
function joinLines(parts: readonly string[]): string {
  let joined = "";
  for (const part of parts) {
    if (part === "") continue;
    if (joined !== "" && !joined.endsWith("</table>") && !part.startsWith("<table>")) joined += "<br>";
    joined += part;
  }
  return joined;
}
