import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mappedBytes } from "../../testing/mapped-bytes.ts";
import { type Database, giveBackPages, openDatabase } from "./database.ts";

let folder = "";
let file = "";
let db: Database;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "hiraku-pages-")));
  file = join(folder, "store.db");
  const made = openDatabase(file);
  made.exec("CREATE TABLE texts (id INTEGER PRIMARY KEY, text BLOB) STRICT");
  made.exec(
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO texts SELECT i, randomblob(4000) FROM n",
  );
  made.close();
  db = openDatabase(file);
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

if (process.platform === "linux") {
  test("a connection gives back what it read of its file, reads on with the same statements, and maps it again", () => {
    const sum = db.prepare<[], number>("SELECT sum(length(text)) FROM texts").pluck();
    expect(sum.get()).toBe(2_000_000);
    const read = mappedBytes(file);
    expect(read).toBeGreaterThan(1_900_000);
    giveBackPages(db);
    expect(mappedBytes(file)).toBe(0);
    expect(sum.get()).toBe(2_000_000);
    expect(mappedBytes(file)).toBe(read);
  });
}

test("nothing is given back within a transaction, or by a closed connection", () => {
  db.exec("BEGIN");
  db.exec("UPDATE texts SET text = x'00' WHERE id = 1");
  giveBackPages(db);
  db.exec("ROLLBACK");
  expect(db.prepare("SELECT sum(length(text)) FROM texts").pluck().get()).toBe(2_000_000);
  db.close();
  giveBackPages(db);
});
