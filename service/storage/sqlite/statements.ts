import type { Statement } from "better-sqlite3";
import type { Database } from "./database.ts";

/** Statements whose text depends on the filters, kept prepared: there are few shapes and they come again and again. */
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
