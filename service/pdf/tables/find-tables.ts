import { alignedTables } from "./aligned-tables.ts";
import { bandedTables, type FoundTable } from "./banded-tables.ts";
import { joinCollinear, ruledTables } from "./ruled-tables.ts";
import type { Rules } from "./rules.ts";
import { isFigureText, linesOfRuns, type Run } from "./runs.ts";
import type { PdfTable } from "./table.ts";
import { hasLeaders, textLines } from "./text-lines.ts";

export interface FoundTables {
  /** From the top of the page. */
  readonly tables: readonly PdfTable[];
  /** The runs that are in none of them. */
  readonly rest: readonly Run[];
}

/** A dense page has 3,000 runs; one with more than this is a drawing, or made to keep a program busy. */
const runsMax = 12_000;
const rulesMax = 4_000;

/** The tables of a page: first those whose cells are drawn, then those that only their columns tell. */
export function findTables(runs: readonly Run[], rules: Rules): FoundTables {
  if (runs.length > runsMax) return { tables: [], rest: runs };
  const joined = { horizontal: joinCollinear(rules.horizontal), vertical: joinCollinear(rules.vertical) };
  const isDrawing = joined.horizontal.length + joined.vertical.length > rulesMax;
  const { horizontal, vertical } = isDrawing ? { horizontal: [], vertical: [] } : joined;
  const ruled = ruledTables(runs, { horizontal, vertical });
  const free = outside(runs, ruled);
  const between = horizontal.filter(
    ({ at }) => !ruled.some(({ table }) => at > table.top - 1 && at < table.bottom + 1),
  );
  const isContents = textLines(free).filter(hasLeaders).length >= 3;
  const banded = isContents ? [] : bandedTables(free, between);
  const aligned = isContents ? [] : alignedTables(outside(free, banded));
  const found = [...ruled, ...banded, ...aligned];
  const taken = new Set(found.flatMap((each) => each.runs));
  const tables = found.map((each) => each.table).sort((a, b) => a.top - b.top);
  return { tables, rest: runs.filter((run) => !taken.has(run)) };
}

/** Text beside a table belongs to no other table. */
function outside(runs: readonly Run[], found: readonly FoundTable[]): Run[] {
  return runs.filter((run) => !found.some(({ table }) => run.top > table.top && run.top < table.bottom));
}

/** Rules are read only of pages that can have a table. */
export function mayHaveTables(runs: readonly Run[]): boolean {
  if (runs.length > runsMax) return false;
  let divided = 0;
  for (const line of linesOfRuns(runs)) {
    const gaps = line.slice(1).filter((run, at) => run.left - (line[at]?.right ?? run.left) > run.size * 0.9).length;
    if (gaps > 0 || line.some((run) => /\s{2,}|\u3000/u.test(run.text.trim())) || isFigureText(line[0]?.text ?? ""))
      divided++;
    if (divided >= 2) return true;
  }
  return false;
}
