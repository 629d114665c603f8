import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { DocumentRecord } from "../ports.ts";
import { partColumns, partRows, partTables } from "../rows/parts.ts";
import type { Database } from "./database.ts";
import { RowWriter } from "./row-writer.ts";

/** Replaced as a whole. Records of files generated from old ones are deleted. */
export function createPartsWriter(db: Database): { replace(doc: number, record: DocumentRecord): void } {
  const clear = [...partTables, "page_files"].map((table) => db.prepare(`DELETE FROM ${table} WHERE doc = ?`));
  const writers = partTables.map((table) => ({
    table,
    columns: partColumns[table],
    writer: new RowWriter(db, table, ["doc", ...partColumns[table]]),
  }));
  const writerOf = new Map(writers.map((each) => [each.table, each]));
  return {
    replace(doc, record) {
      if (!record.isNew) for (const statement of clear) statement.run(doc);
      for (const { table, row } of partRows(record)) {
        const { columns, writer } = writerOf.get(table) ?? outOfRange();
        writer.add(doc, ...columns.map((column) => row[column]));
      }
      for (const { writer } of writers) writer.flush();
    },
  };
}
