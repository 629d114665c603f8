import { type DrawnRule, type DrawnText, drawSheets } from "./draw-sheets.ts";

/** Tables of known cells, set as filers set them, to compare with what is recognised. */

export interface MadeTable {
  /** Of each row its cells; a label may have several lines. */
  readonly rows: readonly (readonly string[])[];
  /** How many of the rows name the columns. */
  readonly headRows: number;
  readonly style: "grid" | "columns" | "lines" | "ends" | "none";
  /** Points between the lines of two rows, beyond a line's own height. */
  readonly leading: number;
  /** Points between two columns. */
  readonly gap: number;
  /** Each row is one run of text with spaces between, as some programs write it. */
  readonly inOneRun?: boolean;
}

const size = 9;
const padding = 3;

/** Half-width characters are half as wide as others, as in the fonts of filings. */
function widthOf(text: string): number {
  let units = 0;
  for (const character of text) units += character.charCodeAt(0) < 0x80 ? 0.5 : 1;
  return units * size;
}

/** Where the cells of a table stand, from the left and the top that are given. */
export function layOut(table: MadeTable, left: number, top: number) {
  const columns = Math.max(...table.rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...table.rows.map((row) => Math.max(0, ...(row[column] ?? "").split("\n").map(widthOf)))),
  );
  const starts = widths.map(
    (_, column) => left + widths.slice(0, column).reduce((sum, width) => sum + width + table.gap + padding * 2, 0),
  );
  const right = (starts.at(-1) ?? left) + (widths.at(-1) ?? 0) + padding * 2;
  const texts: DrawnText[] = [];
  const edges = [top];
  let y = top;
  for (const [index, row] of table.rows.entries()) {
    const lines = row.map((cell) => cell.split("\n"));
    const high = Math.max(1, ...lines.map((each) => each.length));
    const height = high * (size + 2) + table.leading;
    for (const [column, each] of lines.entries()) {
      const isLabel = column === 0 || index < table.headRows;
      const own = y + table.leading / 2 + (isLabel ? 0 : ((high - each.length) * (size + 2)) / 2);
      for (const [at, text] of each.entries()) {
        if (text === "") continue;
        const width = widthOf(text);
        const start = (starts[column] ?? 0) + padding;
        const from = column === 0 ? start : start + (widths[column] ?? 0) - width;
        texts.push({
          text,
          size,
          left: from,
          right: from + width,
          top: own + at * (size + 2) + size,
          isLabel: column === 0,
        });
      }
    }
    y += height;
    edges.push(y);
  }
  return {
    texts: table.inOneRun === true ? inRows(texts) : texts,
    rules: rulesOf(table, { starts, right, edges, left }),
    bottom: y,
  };
}

/** The texts of a line as one run, with as many spaces between them as fill the distance. */
function inRows(texts: readonly DrawnText[]): DrawnText[] {
  return [...Map.groupBy(texts, (text) => text.top).values()].map((line) => {
    let text = "";
    const first = line[0];
    if (first === undefined) throw new Error("an empty line");
    for (const each of line) {
      const missing = each.left - (first.left + widthOf(text));
      text += " ".repeat(text === "" ? 0 : Math.max(1, Math.round(missing / (size / 2)))) + each.text;
    }
    return { ...first, text, right: first.left + widthOf(text) };
  });
}

interface Places {
  readonly starts: readonly number[];
  readonly right: number;
  readonly edges: readonly number[];
  readonly left: number;
}

function rulesOf({ style, headRows, gap }: MadeTable, { starts, right, edges, left }: Places): DrawnRule[] {
  const [top = 0, bottom = 0] = [edges[0], edges.at(-1)];
  const across = (y: number): DrawnRule => ({ x1: left, y1: y, x2: right, y2: y });
  const down = (x: number): DrawnRule => ({ x1: x, y1: top, x2: x, y2: bottom });
  const columns = starts.slice(1).map((start) => down(start - gap / 2));
  const below = edges[headRows] ?? top;
  switch (style) {
    case "grid":
      return [...edges.map(across), down(left), ...columns, down(right)];
    case "columns":
      return [across(top), across(below), across(bottom), down(left), ...columns, down(right)];
    case "lines":
      return edges.map(across);
    case "ends":
      return [across(top), across(below), across(bottom)];
    case "none":
      return [];
  }
}

/** A PDF of such tables, one on each page, with a line of text above and below. */
export function drawTables(tables: readonly MadeTable[]): Promise<Uint8Array> {
  const sheets = tables.map((table) => {
    const { texts, rules, bottom } = layOut(table, 60, 110);
    const line = (text: string, top: number): DrawnText => ({ text, size, left: 60, right: 0, top, isLabel: true });
    const above = line("次の表のとおりであり、各項目の内容は以下に述べるとおりであります。", 80);
    const below = line("以上のほか、重要な事項はなく、記載すべき内容はありません。", bottom + 40);
    return { font: "japanese" as const, texts: [above, ...texts, below], rules };
  });
  return drawSheets(sheets, [842, 842]);
}
