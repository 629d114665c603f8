import type { TimelinePage, TimelinePosition } from "../ports.ts";
import type { Engine } from "../reads.ts";

/**
 * A page of a timeline, newest first. Every branch is a range of one index that ends in (time, id); SQLite merges
 * branches as they come, so that a page costs the same at any position and for any number of documents.
 */
export interface TimelineQuery {
  readonly table: string;
  readonly timeColumn: string;
  readonly idColumn: string;
  readonly rowColumn: string;
  /** Each a set of equalities that leads into one index; `index` names it, so that no other is chosen. */
  readonly branches: readonly Branch[];
  /** Checked row by row within every branch. */
  readonly residual: readonly Condition[];
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
  readonly after: TimelinePosition | undefined;
}

export interface Branch {
  readonly index: string | undefined;
  readonly conditions: readonly Condition[];
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export interface Compiled {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The records of a page, of rows that are one more than asked for where there is a next page. */
export function timelinePage<Row, T>(
  found: readonly Row[],
  limit: number,
  recordOf: (row: Row) => T,
  positionOf: (row: Row) => TimelinePosition,
): TimelinePage<T> {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return { records: found.slice(0, limit).map(recordOf), next: last === undefined ? undefined : positionOf(last) };
}

/** Row numbers in timeline order; the caller joins what it shows. Empty branches match nothing. */
export function compileTimeline(query: TimelineQuery, limit: number, engine: Engine): Compiled | undefined {
  const { table, timeColumn: time, idColumn: id, rowColumn: row } = query;
  if (query.branches.length === 0) return undefined;
  const values: (string | number)[] = [];
  const selects = query.branches.map((branch) => {
    const range = rangeOf(query);
    const all = [...branch.conditions, ...query.residual];
    values.push(...all.flatMap((each) => each.values), ...range.values);
    const where = [...all.map((each) => each.sql), ...range.sql].join(" AND ");
    const by = branch.index === undefined || engine === "postgres" ? "" : ` INDEXED BY ${branch.index}`;
    const select = `SELECT ${time} AS at, ${id} AS id, ${row} AS "row" FROM ${table}${by}${where === "" ? "" : ` WHERE ${where}`}`;
    if (engine === "sqlite" || query.branches.length === 1) return select;
    // PostgreSQL reads every branch to its end, unless each has a limit of its own.
    values.push(limit);
    return `(${select} ORDER BY ${time} DESC, ${id} DESC LIMIT ?)`;
  });
  values.push(limit);
  // UNION also removes what two branches both hold; all columns are in the order, so that it stays a merge.
  const order = selects.length === 1 ? `${time} DESC, ${id} DESC` : "1 DESC, 2 DESC, 3 DESC";
  return { sql: `${selects.join(" UNION ")} ORDER BY ${order} LIMIT ?`, values };
}

function rangeOf(query: TimelineQuery): { sql: string[]; values: (string | number)[] } {
  const { timeColumn: time, idColumn: id, sinceMs, untilMs, after } = query;
  const sql: string[] = [];
  const values: (string | number)[] = [];
  if (sinceMs !== undefined) {
    sql.push(`${time} >= ?`);
    values.push(sinceMs);
  }
  // One upper bound only: given two, SQLite may enter the index at the wrong one and walk all that was read before.
  if (after !== undefined && (untilMs === undefined || after.atMs < untilMs)) {
    sql.push(`(${time}, ${id}) < (?, ?)`);
    values.push(after.atMs, after.id);
  } else if (untilMs !== undefined) {
    sql.push(`${time} < ?`);
    values.push(untilMs);
  }
  return { sql, values };
}

export function anyOf(column: string, wanted: readonly string[] | undefined): Condition[] {
  if (wanted === undefined || wanted.length === 0) return [];
  const values = [...new Set(wanted)];
  return [{ sql: `${column} IN (${values.map(() => "?").join(", ")})`, values }];
}

export function equal(column: string, value: string): Condition {
  return { sql: `${column} = ?`, values: [value] };
}
