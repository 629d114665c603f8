import { alignedTables } from "./aligned-tables.ts";
import { joinCollinear, ruledTables } from "./ruled-tables.ts";
import type { Rules } from "./rules.ts";
import { isFigureText, linesOfRuns, type Run } from "./runs.ts";
import type { PdfTable } from "./table.ts";

export interface FoundTables {
  /** From the top of the page. */
  readonly tables: readonly PdfTable[];
  /** The runs that are in none of them. */
  readonly rest: readonly Run[];
}

/** The tables of a page: first those whose cells are drawn, then those that only their columns tell. */
export function findTables(runs: readonly Run[], rules: Rules): FoundTables {
  const horizontal = joinCollinear(rules.horizontal);
  const ruled = ruledTables(runs, { horizontal, vertical: joinCollinear(rules.vertical) });
  const inRuled = new Set(ruled.flatMap((each) => each.runs));
  const free = runs.filter((run) => !inRuled.has(run));
  const aligned = alignedTables(
    between(
      free,
      ruled.map((each) => each.table),
    ),
    horizontal,
  );
  const inAligned = new Set(aligned.flatMap((each) => each.runs));
  const rest = free.filter((run) => !inAligned.has(run));
  const tables = [...ruled, ...aligned].map((each) => each.table).sort((a, b) => a.top - b.top);
  return { tables, rest };
}

/** Text beside a drawn table belongs to no other table. */
function between(runs: readonly Run[], tables: readonly PdfTable[]): Run[] {
  return runs.filter((run) => !tables.some((table) => run.top > table.top && run.top < table.bottom));
}

/** Whether a page can have a table at all: its rules are read only then. */
export function mayHaveTables(runs: readonly Run[]): boolean {
  let divided = 0;
  for (const line of linesOfRuns(runs)) {
    const gaps = line.slice(1).filter((run, at) => run.left - (line[at]?.right ?? run.left) > run.size * 0.9).length;
    if (gaps > 0 || line.some((run) => /\s{2,}|\u3000/u.test(run.text.trim())) || isFigureText(line[0]?.text ?? ""))
      divided++;
    if (divided >= 2) return true;
  }
  return false;
}
