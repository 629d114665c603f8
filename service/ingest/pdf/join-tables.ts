import type { PdfTable } from "../../pdf/index.ts";
import type { TextRun } from "./join-lines.ts";

/**
 * A table that ends a page and goes on at the head of the next one is one table, without the head that is repeated
 * there. Where neither a repeated head nor a row of figures says that it goes on, the two stay apart.
 */
export function joinTables(runs: readonly TextRun[]): TextRun[] {
  const joined: TextRun[] = [];
  for (const run of runs) {
    const open = joined.at(-1);
    const table = open === undefined ? undefined : continued(open, run);
    if (open === undefined || table === undefined) joined.push(run);
    else {
      const further = [...(open.further ?? []), { page: run.page, rows: open.table?.rows.length ?? 0 }];
      joined[joined.length - 1] = { ...open, table, further };
    }
  }
  return joined;
}

function continued(open: TextRun, run: TextRun): PdfTable | undefined {
  const [above, below] = [open.table, run.table];
  const lastPage = open.further?.at(-1)?.page ?? open.page;
  if (above === undefined || below === undefined || run.page !== lastPage + 1) return undefined;
  if (columnsOf(above) !== columnsOf(below) || columnsOf(above) < 2) return undefined;
  const repeated = below.rows.findIndex((row, at) => wordsOf(row) !== wordsOf(above.rows[at] ?? []));
  if (repeated === -1 || (repeated === 0 && !hasFigures(below.rows[0] ?? []))) return undefined;
  return {
    ...above,
    rows: [...above.rows, ...below.rows.slice(repeated)],
    certain: above.certain && below.certain,
  };
}

type Row = PdfTable["rows"][number];

function columnsOf({ rows }: PdfTable): number {
  return Math.max(0, ...rows.flatMap((row) => row.map(({ column, colSpan }) => column + colSpan)));
}

function wordsOf(row: Row): string {
  return row.map(({ column, text }) => `${column} ${text.replace(/\s+/gu, "")}`).join("\n");
}

function hasFigures(row: Row): boolean {
  return row.some(
    ({ column, text }) => column > 0 && /^[△▲(-]?[\d,]+(?:\.\d+)?[%)]?$/u.test(text.normalize("NFKC").trim()),
  );
}
