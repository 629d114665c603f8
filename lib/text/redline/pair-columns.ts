import { nfkc } from "../format/nfkc.ts";

/**
 * Tables over several years move by a column from one filing to the next. Their columns are paired by what their heads
 * say before they are compared: a year that only one of them has gets an empty column in the other, so that the same
 * figure stands beside itself.
 */
export function pairColumns(before: string, after: string): { readonly before: string; readonly after: string } {
  const [earlier, later] = [tablesIn(before), tablesIn(after)];
  if (earlier.length === 0 || later.length === 0) return { before, after };
  const linesBefore = before.split("\n");
  const linesAfter = after.split("\n");
  let from = 0;
  for (const table of later.slice(0, tablesMax)) {
    const at = earlier.findIndex(
      (each, index) => index >= from && index < from + lookAhead && isSameTable(each, table),
    );
    const other = earlier[at];
    if (other === undefined) continue;
    from = at + 1;
    const columns = pairedColumns(other, table);
    if (columns === undefined) continue;
    rewrite(
      linesBefore,
      other,
      columns.map(([column]) => column),
    );
    rewrite(
      linesAfter,
      table,
      columns.map(([, column]) => column),
    );
  }
  return { before: linesBefore.join("\n"), after: linesAfter.join("\n") };
}

const tablesMax = 500;
/** How many tables further the same one may stand. */
const lookAhead = 8;
const columnsMax = 40;
const headRows = 3;

interface Table {
  readonly firstLine: number;
  readonly rows: readonly (readonly string[])[];
  /** The first cells of its rows. */
  readonly labels: ReadonlySet<string>;
}

/** Tables of pipes of which all rows have as many cells. */
function tablesIn(text: string): Table[] {
  const tables: Table[] = [];
  let rows: string[][] = [];
  let firstLine = 0;
  const end = () => {
    const width = rows[0]?.length ?? 0;
    if (rows.length > 2 && width > 2 && width <= columnsMax && rows.every((row) => row.length === width)) {
      tables.push({ firstLine, rows, labels: new Set(rows.map(([label = ""]) => bare(label)).filter(Boolean)) });
    }
    rows = [];
  };
  text.split("\n").forEach((line, at) => {
    if (!/^\s*\|.*\|\s*$/u.test(line)) return end();
    if (rows.length === 0) firstLine = at;
    rows.push(
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/u),
    );
  });
  end();
  return tables;
}

const bare = (cell: string) => nfkc(cell).replace(/\s+/gu, "");

function isSameTable(a: Table, b: Table): boolean {
  const common = [...a.labels].filter((label) => b.labels.has(label)).length;
  return common * 2 > Math.min(a.labels.size, b.labels.size) && common * 3 > Math.max(a.labels.size, b.labels.size);
}

type Pair = readonly [before: number | null, after: number | null];

/** Undefined where the heads don't say that a column has moved. */
function pairedColumns(before: Table, after: Table): readonly Pair[] | undefined {
  const pairings = before.rows.slice(0, headRows).map((row, at) => {
    const heads = [row, after.rows[at] ?? []].map((cells) => cells.map(bare));
    return pairHeads(heads[0] ?? [], heads[1] ?? []);
  });
  const [best] = pairings.sort((a, b) => matchesOf(b) - matchesOf(a));
  if (best === undefined || matchesOf(best) === 0) return undefined;
  return best.some(([a, b]) => a !== null && b !== null && a !== b) ? best : undefined;
}

const matchesOf = (pairs: readonly Pair[]) => pairs.filter(([a, b]) => a !== null && b !== null && a > 0).length;

/** In the order of both; the first column has the labels and is always one. */
function pairHeads(before: readonly string[], after: readonly string[]): Pair[] {
  const pairs: Pair[] = [[0, 0]];
  let [a, b] = [1, 1];
  while (a < before.length || b < after.length) {
    const head = before[a] ?? "";
    const found = /\d/u.test(head) ? after.indexOf(head, b) : -1;
    if (a < before.length && found === -1) pairs.push([a++, null]);
    else if (found === b) pairs.push([a++, b++]);
    else pairs.push([null, b++]);
  }
  return pairs;
}

function rewrite(lines: string[], { firstLine, rows }: Table, columns: readonly (number | null)[]): void {
  rows.forEach((row, at) => {
    const isRule = row.every((cell) => /^\s*:?-+:?\s*$/u.test(cell));
    const cells = columns.map((column) => (column === null ? (isRule ? " --- " : "  ") : (row[column] ?? "")));
    lines[firstLine + at] = `|${cells.join("|")}|`;
  });
}
