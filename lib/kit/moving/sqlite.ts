import type { Database } from "better-sqlite3";
import type { MovingDatabase, Row, Value } from "./moved-table.ts";

export function movingSqlite(db: Database): MovingDatabase {
  const rows = (sql: string, values: readonly Value[] = []): Row[] => {
    const statement = db.prepare<Value[], Row>(sql);
    if (statement.reader) return statement.all(...values);
    statement.run(...values);
    return [];
  };
  return {
    engine: "sqlite",
    rows: async (sql, values) => rows(sql, values),
    async transaction(work) {
      db.exec("BEGIN IMMEDIATE");
      try {
        await work();
        db.exec("COMMIT");
      } finally {
        if (db.open && db.inTransaction) db.exec("ROLLBACK");
      }
    },
  };
}
