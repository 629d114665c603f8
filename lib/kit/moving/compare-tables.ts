import { createHash } from "node:crypto";
import { readRows } from "./copy-tables.ts";
import type { MovedTable, MovingDatabase, Row } from "./moved-table.ts";

export interface Digest {
  readonly rows: number;
  /** The sum of all rows' hashes: engines need not agree on an order. */
  readonly sum: string;
}

const modulus = 2n ** 256n;

export async function digestOf(
  db: MovingDatabase,
  table: MovedTable,
  onRows: (count: number) => void = () => {},
): Promise<Digest> {
  let rows = 0;
  let sum = 0n;
  for await (const some of readRows(db, table)) {
    for (const row of some) sum = (sum + BigInt(`0x${hashOf(table, row)}`)) % modulus;
    rows += some.length;
    onRows(some.length);
  }
  return { rows, sum: sum.toString(16) };
}

/** One line for each table that differs. */
export async function differences(
  from: MovingDatabase,
  to: MovingDatabase,
  tables: readonly MovedTable[],
  onRows: (count: number) => void,
): Promise<string[]> {
  const different: string[] = [];
  for (const table of tables) {
    const [there, here] = await Promise.all([digestOf(from, table, onRows), digestOf(to, table)]);
    if (there.rows !== here.rows) different.push(`${table.name} has ${here.rows} rows instead of ${there.rows}`);
    else if (there.sum !== here.sum) different.push(`${table.name} has other values in its ${here.rows} rows`);
  }
  return different;
}

function hashOf({ columns }: MovedTable, row: Row): string {
  const values = columns.map((column) => {
    const value = row[column] ?? null;
    return value instanceof Uint8Array ? { bytes: createHash("sha256").update(value).digest("hex") } : value;
  });
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}
