import type { Statement } from "better-sqlite3";
import type { Reads } from "../reads.ts";
import type { Database } from "./database.ts";

export function readsOf(db: Database): Reads {
  const statements = new Statements(db);
  return {
    engine: "sqlite",
    rows: async <Row>(sql: string, values: readonly unknown[] = []) => statements.get<Row>(sql).all(...values),
    row: async <Row>(sql: string, values: readonly unknown[] = []) => statements.get<Row>(sql).get(...values),
  };
}

/** Statements by their text, prepared once: there are few shapes and they come again and again. */
export class Statements {
  readonly #db: Database;
  readonly #prepared = new Map<string, Statement<unknown[], unknown>>();
  readonly #countMax = 256;

  constructor(db: Database) {
    this.#db = db;
  }

  get<Row>(sql: string): Statement<unknown[], Row> {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      const oldest = this.#prepared.keys().next().value;
      if (this.#prepared.size >= this.#countMax && oldest !== undefined) this.#prepared.delete(oldest);
      statement = this.#db.prepare<unknown[], unknown>(sql);
    } else {
      this.#prepared.delete(sql);
    }
    this.#prepared.set(sql, statement);
    // The driver can't know what a text selects; the caller, who wrote it, says so.
    return statement as Statement<unknown[], Row>;
  }
}
