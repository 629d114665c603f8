import type { DocumentRecord } from "../ports.ts";
import { partColumns, partRows, type PartTable, partTables } from "../rows/parts.ts";
import type { Database } from "./database.ts";

/**
 * Sections, originals and images of one document, replaced as a whole. Records of files generated from old ones are
 * deleted.
 */
export function createPartsWriter(db: Database): { replace(doc: number, record: DocumentRecord): void } {
  const clear = [...partTables, "page_files"].map((table) => db.prepare(`DELETE FROM ${table} WHERE doc = ?`));
  const insert = (table: PartTable) => {
    const columns = ["doc", ...partColumns[table]];
    return db.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`,
    );
  };
  const inserts = new Map(partTables.map((table) => [table, insert(table)]));
  return {
    replace(doc, record) {
      for (const statement of clear) statement.run(doc);
      for (const { table, row } of partRows(record)) inserts.get(table)?.run({ doc, ...row });
    },
  };
}
