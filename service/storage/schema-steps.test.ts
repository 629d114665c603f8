import { expect, test } from "vitest";
import { connect } from "../../lib/kit/postgres/connection.ts";
import { servePostgres } from "../testing/database.ts";
import { migrate as migratePostgres } from "./postgres/migrate.ts";
import { schemaSteps } from "./schema-steps.ts";
import { openDatabase } from "./sqlite/database.ts";
import { migrate, migrationsWith } from "./sqlite/migrations.ts";

const postgres = servePostgres();
const added = [
  { id: "test-auditor", sql: "ALTER TABLE documents ADD COLUMN auditor text" },
  { id: "test-weight", sql: { sqlite: "CREATE TABLE w (x REAL) STRICT", postgres: "CREATE TABLE w (x float8)" } },
];
const steps = [...schemaSteps, ...added];
const ids = added.map(({ id }) => id);

test("a store of before takes one step for both engines, once", async () => {
  const db = openDatabase(":memory:");
  migrate(db);
  expect(migrate(db, migrationsWith(steps))).toEqual(ids);
  expect(migrate(db, migrationsWith(steps))).toEqual([]);
  expect(db.prepare("SELECT auditor, x FROM documents, w").all()).toEqual([]);
  db.close();

  const connections = connect(await postgres.newDatabase());
  await migratePostgres(connections);
  expect(await migratePostgres(connections, steps)).toEqual(ids);
  expect(await migratePostgres(connections, steps)).toEqual([]);
  expect(await connections.transaction((tx) => tx.rows("SELECT auditor, x FROM documents, w"))).toEqual([]);
  await connections.close();
});
