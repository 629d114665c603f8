import type { Migration } from "../migration.ts";
import { agentTables } from "./tables-of-agents.ts";
import { ownerTables } from "./tables-of-owners.ts";
import { purchaseTables } from "./tables-of-purchases.ts";
import { updateTables } from "./tables-of-updates.ts";

/**
 * The schema of PostgreSQL: every table and column of SQLite's, as they are after all of its steps, and steps of its own
 * from then on. Steps are only added, never changed. A test compares the tables and columns of both engines.
 */
export const postgresMigrations: readonly Migration[] = [
  { id: "tables-1", sql: byBytes([ownerTables, purchaseTables, updateTables, agentTables].join("\n")) },
];

/** Texts are in the order of their bytes, as in SQLite, whatever language the database was made for. */
export function byBytes(sql: string): string {
  return sql.replace(/\btext\b(\[\])?(?=[ ,\n])/g, 'text$1 collate "C"');
}
