import type { Database } from "better-sqlite3";
import { z } from "zod";

const Tables = z.array(z.object({ name: z.string(), wr: z.number() }));

/** Writes a page, and reads the newest row of every table, since its page may not have been read before. */
export function testFile(db: Database): void {
  testWrite(db);
  for (const { name, wr } of Tables.parse(db.prepare("pragma table_list").all())) {
    if (name.startsWith("sqlite_") || name.includes('"')) continue;
    db.prepare(`select * from "${name}" ${wr === 1 ? "" : "order by rowid desc"} limit 1`).get();
  }
}

/** Writes the unchanged schema version again, so that a page and a commit go to disk. */
function testWrite(db: Database): void {
  const version = z.number().parse(db.pragma("user_version", { simple: true }));
  db.transaction(() => db.pragma(`user_version = ${version}`)).immediate();
}
