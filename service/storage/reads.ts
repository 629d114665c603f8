import type { Queries } from "../../lib/kit/postgres/connection.ts";

export type Engine = "sqlite" | "postgres";

/** Reads of either engine, so that a statement is written once. */
export interface Reads extends Pick<Queries, "rows" | "row"> {
  readonly engine: Engine;
}

/** The condition that the column has one of these values, and what stands for its question mark. */
export function oneOf(
  { engine }: Reads,
  column: string,
  values: readonly string[],
): { readonly sql: string; readonly value: unknown } {
  return engine === "postgres"
    ? { sql: `${column} = ANY (?)`, value: values }
    : { sql: `${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) };
}
