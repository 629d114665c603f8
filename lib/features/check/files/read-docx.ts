import { OfficePackage } from "../../../kit/archives/office-package.ts";
import { parseXml, type XmlHandler } from "../../../kit/archives/parse-xml.ts";
import { type DraftBlock, draftBounds } from "../draft.ts";
import { officeLimits } from "./file-limits.ts";

/**
 * A Word file as its reader sees it: paragraphs with what their style makes of them, tables cell by cell, footnotes at
 * the end. Deleted words of tracked changes are left out, inserted ones count. A block's id has its number in the file.
 */
export async function readDocx(bytes: Uint8Array): Promise<DraftBlock[]> {
  const file = await OfficePackage.open(bytes, officeLimits);
  const textOf = (path: string) => (file.has(path) ? file.text(path) : "");
  const styles = stylesOf(textOf("word/styles.xml"));
  const blocks = blocksOf(file.text(mainPart(file)), styles, "p");
  for (const [part, prefix] of [
    ["word/footnotes.xml", "f"],
    ["word/endnotes.xml", "e"],
  ] as const) {
    for (const block of blocksOf(textOf(part), styles, prefix)) {
      blocks.push("text" in block ? { ...block, kind: "footnote" } : block);
    }
  }
  return blocks;
}

export function mainPart(file: OfficePackage): string {
  return file.relationsOf("").find(({ type }) => type === "officeDocument")?.target ?? "word/document.xml";
}

const nothing: XmlHandler = { open: () => undefined, text: () => undefined, close: () => undefined };

type TextKind = Extract<DraftBlock, { text: string }>["kind"];

/** Of each style what its paragraphs are, by its name, its outline level, or the style that it is made from. */
function stylesOf(xml: string): ReadonlyMap<string, TextKind> {
  const kinds = new Map<string, TextKind>();
  const basedOn = new Map<string, string>();
  let id = "";
  parseXml(xml, {
    ...nothing,
    open(local, attributes) {
      if (local === "style") id = valueOf(attributes, "styleId") ?? "";
      else if (local === "basedOn") basedOn.set(id, valueOf(attributes, "val") ?? "");
      else if (local === "outlineLvl") kinds.set(id, "heading");
      else if (local === "name") {
        const name = valueOf(attributes, "val") ?? "";
        if (/^(?:heading \d|title|subtitle|見出し)/iu.test(name)) kinds.set(id, "heading");
        else if (/quote|引用/iu.test(name)) kinds.set(id, "quotation");
      }
    },
  });
  for (const [style, base] of basedOn) {
    const kind = kinds.get(base);
    if (kind !== undefined && !kinds.has(style)) kinds.set(style, kind);
  }
  return kinds;
}

interface Paragraph {
  readonly number: number;
  text: string;
  kind: TextKind;
}

interface Cell {
  text: string;
  columns: number;
  /** It goes on from the cell above. */
  isContinued: boolean;
}

interface Table {
  readonly number: number;
  readonly rows: string[][];
  cell: Cell | undefined;
}

function blocksOf(xml: string, styles: ReadonlyMap<string, TextKind>, prefix: string): DraftBlock[] {
  const blocks: DraftBlock[] = [];
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  let [count, isText, hidden] = [0, false, 0];
  const cell = () => tables.at(-1)?.cell;
  parseXml(xml, {
    open(local, attributes) {
      // Older programs show this instead of a drawing's text: it is the same text once more.
      if (local === "Fallback") hidden++;
      const paragraph = paragraphs.at(-1);
      const here = cell();
      if (local === "p") paragraphs.push({ number: ++count, text: "", kind: "paragraph" });
      else if (local === "tbl") tables.push({ number: ++count, rows: [], cell: undefined });
      else if (local === "tr") tables.at(-1)?.rows.push([]);
      else if (local === "tc") {
        const table = tables.at(-1);
        if (table !== undefined) table.cell = { text: "", columns: 1, isContinued: false };
      } else if (local === "gridSpan" && here !== undefined) {
        here.columns = Math.min(draftBounds.columnsMax, Math.max(1, Number(valueOf(attributes, "val")) || 1));
      } else if (local === "vMerge" && here !== undefined) {
        here.isContinued = valueOf(attributes, "val") !== "restart";
      } else if (paragraph === undefined) return;
      else if (local === "pStyle") paragraph.kind = styles.get(valueOf(attributes, "val") ?? "") ?? paragraph.kind;
      else if (local === "outlineLvl") paragraph.kind = "heading";
      else if (local === "numPr" && paragraph.kind === "paragraph") paragraph.kind = "item";
      else if (local === "t") isText = hidden === 0;
      else if (local === "tab") paragraph.text += "\t";
      else if (local === "br" || local === "cr") paragraph.text += "\n";
      else if (local === "noBreakHyphen") paragraph.text += "-";
    },
    text(text) {
      const paragraph = paragraphs.at(-1);
      if (isText && paragraph !== undefined) paragraph.text += text;
    },
    close(local) {
      if (local === "Fallback") hidden--;
      else if (local === "t") isText = false;
      else if (local === "p") endParagraph(paragraphs.pop());
      else if (local === "tc") endCell(tables.at(-1));
      else if (local === "tbl") endTable(tables.pop());
    },
  });
  return blocks;

  function endParagraph(paragraph: Paragraph | undefined): void {
    if (paragraph === undefined || hidden > 0 || paragraph.text.trim() === "") return;
    const here = cell();
    if (here !== undefined) here.text += (here.text === "" ? "" : "\n") + paragraph.text;
    else blocks.push({ id: `${prefix}${paragraph.number}`, kind: paragraph.kind, text: paragraph.text.trim() });
  }

  function endCell(table: Table | undefined): void {
    const row = table?.rows.at(-1);
    if (table?.cell === undefined || row === undefined) return;
    const { text, columns, isContinued } = table.cell;
    const words = isContinued ? (table.rows.at(-2)?.[row.length] ?? "") : text.trim();
    for (let n = 0; n < columns && row.length < draftBounds.columnsMax; n++) row.push(words);
    table.cell = undefined;
  }

  function endTable(table: Table | undefined): void {
    if (table === undefined || hidden > 0) return;
    const outer = cell();
    const id = `${prefix}${table.number}`;
    const cells = table.rows.flat();
    // A table within a cell, and one that only sets paragraphs side by side, is read as text.
    if (outer !== undefined) outer.text += table.rows.map((row) => `\n${row.join(" ")}`).join("");
    else if (cells.some((text) => text.length > draftBounds.cellCharactersMax)) {
      const texts = [...new Set(cells)].filter((text) => text !== "");
      texts.forEach((text, at) => blocks.push({ id: `${id}-${at}`, kind: "paragraph", text }));
    } else if (cells.some((text) => text !== "")) blocks.push({ id, kind: "table", rows: table.rows });
  }
}

/** An attribute whatever its prefix. */
function valueOf(attributes: Readonly<Record<string, string>>, local: string): string | undefined {
  return attributes[`w:${local}`] ?? Object.entries(attributes).find(([name]) => name.endsWith(`:${local}`))?.[1];
}
