import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { rowsOf } from "../paper/columns.ts";
import type { Tagger } from "./facts.ts";

/** A section's text as a filer's tool writes it: headings, paragraphs and tables, with its figures tagged. */
export function sectionHtml(section: PublicationSection, tagger: Tagger | undefined): string {
  let table = 0;
  const blocks = section.markdown.split("\n\n").flatMap((block) => {
    if (block === "") return [];
    if (block.startsWith("#"))
      return [
        `<h${Math.min(section.level, 6)}>${escapeXml(block.replace(/^#+ /, ""))}</h${Math.min(section.level, 6)}>`,
      ];
    if (block.startsWith("| ")) return [tableHtml(section.sectionId, rowsOf(block), table++, tagger)];
    if (block.startsWith("**")) return [`<p><b>${escapeXml(block.replaceAll("**", ""))}</b></p>`];
    return block.split("\n").map((line) => `<p>${escapeXml(line.replace(/^- /, "・"))}</p>`);
  });
  const html = blocks.join("\n");
  const name = section.names?.find((each) => each.name.endsWith("TextBlock"))?.name;
  if (tagger === undefined || name === undefined) return html;
  return `<ix:nonNumeric contextRef="FilingDateInstant" name="${name}" escape="true">\n${html}\n</ix:nonNumeric>`;
}

function tableHtml(
  sectionId: string,
  rows: readonly (readonly string[])[],
  table: number,
  tagger: Tagger | undefined,
): string {
  const tags = tagger?.tagsOf(sectionId, rows, table);
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => {
      const tag = /^△?\d[\d,.]*$/.test(cell) ? tags?.(at, column) : undefined;
      const isFigure = column > 0 && /^[△\d,.－]+$/.test(cell);
      const style = isFigure ? ' style="text-align:right"' : "";
      if (tag === undefined) return `<td${style}><p>${escapeXml(cell)}</p></td>`;
      const digits = cell.replace("△", "");
      const sign = digits === cell ? "" : ' sign="-"';
      const fact = `<ix:nonFraction contextRef="${tag.context}" decimals="${tag.decimals}"${sign} scale="${tag.scale}" format="ixt:numdotdecimal" name="${tag.name}" unitRef="${tag.unit}">${digits}</ix:nonFraction>`;
      return `<td${style}><p>${digits === cell ? "" : "△"}${fact}</p></td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>\n${lines.join("\n")}\n</table>`;
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
