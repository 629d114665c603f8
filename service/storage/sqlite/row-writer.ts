import type { Database } from "./database.ts";

/** Rows a statement takes at once, the most first: a call for each row takes longer than SQLite needs to store it. */
const rowsAtOnce = [16, 8, 4, 2, 1] as const;
const rowsMax = rowsAtOnce[0];

/** Inserts rows of one table, several at a time. What was added is in the table after `flush`. */
export class RowWriter {
  readonly #width: number;
  readonly #statements: readonly { readonly rows: number; readonly statement: ReturnType<typeof insert> }[];
  #values: unknown[] = [];

  constructor(db: Database, table: string, columns: readonly string[]) {
    this.#width = columns.length;
    this.#statements = rowsAtOnce.map((rows) => ({ rows, statement: insert(db, table, columns, rows) }));
  }

  add(...row: readonly unknown[]): void {
    for (let at = 0; at < row.length; at++) this.#values.push(row[at]);
    if (this.#values.length === this.#width * rowsMax) this.flush();
  }

  flush(): void {
    if (this.#values.length === 0) return;
    const values = this.#values;
    this.#values = [];
    let at = 0;
    for (const { rows, statement } of this.#statements) {
      const length = rows * this.#width;
      if (values.length - at < length) continue;
      statement.run(length === values.length ? values : values.slice(at, at + length));
      at += length;
    }
  }
}

function insert(db: Database, table: string, columns: readonly string[], rows: number) {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const all = Array.from({ length: rows }, () => row).join(", ");
  return db.prepare<unknown[]>(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${all}`);
}
