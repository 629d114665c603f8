import type { Database } from "./database.ts";

/** Rows a statement takes at once: a call for each row takes longer than SQLite needs to store it. */
const rowsAtOnce = 16;

/** Inserts rows of one table, several at a time. What was added is in the table after `flush`. */
export class RowWriter {
  readonly #width: number;
  readonly #many: ReturnType<typeof insert>;
  readonly #one: ReturnType<typeof insert>;
  readonly #values: unknown[] = [];

  constructor(db: Database, table: string, columns: readonly string[]) {
    this.#width = columns.length;
    this.#many = insert(db, table, columns, rowsAtOnce);
    this.#one = insert(db, table, columns, 1);
  }

  /** A value for each column. */
  add(...row: readonly unknown[]): void {
    this.#values.push(...row);
    if (this.#values.length === this.#width * rowsAtOnce) this.#many.run(this.#values.splice(0));
  }

  flush(): void {
    const values = this.#values.splice(0);
    for (let at = 0; at < values.length; at += this.#width) this.#one.run(values.slice(at, at + this.#width));
  }
}

function insert(db: Database, table: string, columns: readonly string[], rows: number) {
  const row = `(${columns.map(() => "?").join(", ")})`;
  const all = Array.from({ length: rows }, () => row).join(", ");
  return db.prepare<unknown[]>(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${all}`);
}
