import type { Change, Part, Redline } from "./change.ts";

/** A redline as a page shows it: paragraphs and tables, in the order of both texts. */
export type Block =
  | { readonly kind: "prose"; readonly heading: boolean; readonly changes: readonly Change[] }
  | { readonly kind: "table"; readonly rows: readonly Row[] };

export interface Row {
  readonly kind: Change["kind"];
  readonly cells: readonly Cell[];
  readonly move?: number | undefined;
}

export interface Cell {
  readonly parts: readonly Part[];
  readonly isHead: boolean;
  readonly columns: number;
  readonly rows: number;
}

export function blocksOf(redline: Redline): readonly Block[] {
  const blocks: Block[] = [];
  let rows: Row[] = [];
  let paragraph: Change[] = [];
  const endTable = () => {
    if (rows.length > 0) blocks.push({ kind: "table", rows });
    rows = [];
  };
  const endParagraph = () => {
    if (paragraph.some((each) => each.parts.some((part) => shownText(part.text).trim() !== ""))) {
      blocks.push({ kind: "prose", heading: paragraph.some((each) => each.unit === "heading"), changes: paragraph });
    }
    paragraph = [];
  };
  for (const each of redline) {
    const change = shownOnce(each);
    if (change.unit === "row") {
      endParagraph();
      rows.push(...rowsOf(change));
      continue;
    }
    const isBlank = change.parts.every((part) => part.text.trim() === "");
    if (!isBlank) {
      endTable();
      paragraph.push(change);
    }
    if (change.parts.at(-1)?.text.endsWith("\n") === true) endParagraph();
  }
  endParagraph();
  endTable();
  return blocks;
}

/** Of what is the same, as the later text sets it. */
function shownOnce(change: Change): Change {
  if (change.kind !== "same" || change.parts.length === 1) return change;
  const later = change.parts.filter((part) => part.kind !== "deleted").map((part) => part.text);
  return { ...change, parts: [{ kind: "same", text: later.join("") }] };
}

export function isChanged(block: Block): boolean {
  const changes = block.kind === "table" ? block.rows : block.changes;
  return changes.some((each) => each.kind !== "same");
}

/** Text without the marks of Markdown and HTML, which a reader of changes does not need. */
export function shownText(markdown: string): string {
  return markdown
    .replace(/<br\s*\/?>/giu, "\n")
    .replace(/<[^<>]*>/gu, "")
    .replace(/^\s*#{1,6}[ \t]+/u, "")
    .replace(/\*\*/gu, "")
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/gu, "$1");
}

const delimiters = /(<t[hd]\b[^<>]*>|<\/t[hd]>|<\/?(?:tr|table|thead|tbody)\b[^<>]*>|(?<!\\)\|)/iu;

/** A changed row with other cells than before is shown as one that went and one that came. */
function rowsOf(change: Change): Row[] {
  const isRecut = change.parts.some((part) => part.kind !== "same" && part.text.split(delimiters).length > 1);
  if (change.kind !== "changed" || !isRecut) return cellsRow(change);
  return (["deleted", "inserted"] as const).flatMap((kind) => {
    const text = change.parts
      .filter((part) => part.kind === kind || part.kind === "same")
      .map((part) => part.text)
      .join("");
    return cellsRow({ kind, unit: "row", parts: [{ kind, text }] });
  });
}

function cellsRow({ kind, parts, move }: Change): Row[] {
  const cells: { parts: Part[]; isHead: boolean; columns: number; rows: number }[] = [];
  let isOpen = false;
  for (const part of parts) {
    for (const piece of part.text.split(delimiters)) {
      if (piece === "|" || /^<t[hd]\b/iu.test(piece)) {
        const isHead = /^<th/iu.test(piece);
        cells.push({ parts: [], isHead, columns: spanOf(piece, "colspan"), rows: spanOf(piece, "rowspan") });
        isOpen = true;
      } else if (/^<\/t[hd]/iu.test(piece)) isOpen = false;
      else if (isOpen && piece !== "") cells.at(-1)?.parts.push({ kind: part.kind, text: piece });
    }
  }
  const isPipe = parts.some((part) => /^\s*\|/u.test(part.text));
  // After the last bar nothing follows; a row of hyphens only rules the table.
  if (isPipe) cells.pop();
  const isRule = cells.every((cell) => cell.parts.every((part) => /^[\s:|-]*$/u.test(part.text)));
  return cells.length === 0 || (isPipe && isRule) ? [] : [{ kind, cells, move }];
}

const spanMax = 100;

function spanOf(tag: string, name: "colspan" | "rowspan"): number {
  const value = Number(new RegExp(`${name}="?(\\d{1,3})`, "iu").exec(tag)?.[1] ?? 1);
  return Math.min(spanMax, Math.max(1, value));
}
