import { searchMigrations } from "../../search/index.ts";
import { type SchemaStep, schemaSteps, sqlOn } from "../schema-steps.ts";
import { catalogMigrations } from "./catalog-schema.ts";
import type { Database } from "./database.ts";
import { ledgerMigrations } from "./ledger-schema.ts";
import type { Migration } from "./migration.ts";
import { operatorMigrations } from "./operator-schema.ts";

export const migrationsWith = (steps: readonly SchemaStep[]): readonly Migration[] => [
  ...ledgerMigrations,
  ...catalogMigrations,
  ...searchMigrations,
  ...operatorMigrations,
  ...steps.map((step) => ({ id: step.id, apply: sqlOn("sqlite", step) })),
];

export const migrations = migrationsWith(schemaSteps);

/** Brings the store to this program's version, each step in its own transaction. Returns the ids applied. */
export function migrate(db: Database, steps: readonly Migration[] = migrations): string[] {
  // A store of this version is not touched: even reading inside a write transaction would wait for other writers.
  if (isMigrated(db, steps)) return [];
  db.exec("CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, applied_at_ms INTEGER NOT NULL) STRICT");
  const unknown = unknownSteps(db, steps);
  if (unknown.length > 0) {
    throw new Error(`The store was written by a newer version of hiraku (it holds ${unknown.join(", ")}).`);
  }
  const applied: string[] = [];
  const isApplied = db.prepare("SELECT 1 FROM migrations WHERE id = ?").pluck();
  const record = db.prepare("INSERT INTO migrations (id, applied_at_ms) VALUES (?, ?)");
  for (const step of steps) {
    db.transaction(() => {
      // Looked up inside the transaction: two processes may start at once.
      if (isApplied.get(step.id) !== undefined) return;
      if (typeof step.apply === "string") db.exec(step.apply);
      else step.apply(db);
      record.run(step.id, Date.now());
      applied.push(step.id);
    }).immediate();
  }
  return applied;
}

/** Asked by `ready`. */
export function isMigrated(db: Database, steps: readonly Migration[] = migrations): boolean {
  const known = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").get();
  if (known === undefined) return false;
  const ids = new Set(appliedIds(db));
  return steps.every((step) => ids.has(step.id)) && unknownSteps(db, steps).length === 0;
}

/** Steps that this program does not know: a newer one wrote them. */
export function unknownSteps(db: Database, steps: readonly Migration[] = migrations): string[] {
  const known = new Set(steps.map((step) => step.id));
  return appliedIds(db).filter((id) => !known.has(id));
}

function appliedIds(db: Database): string[] {
  return db
    .prepare<[], { id: string }>("SELECT id FROM migrations ORDER BY id")
    .all()
    .map((row) => row.id);
}
