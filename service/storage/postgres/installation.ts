import type { Queries } from "../../../lib/postgres/connection.ts";

/** What all processes of one database share. */
export interface Installation {
  /** Marks the place of its files. */
  readonly mark: string;
  readonly contentTagKey: Uint8Array;
  /** Earlier versions dropped changes after a week. */
  readonly changesDroppedTo: number;
}

export async function readInstallation(db: Queries): Promise<Installation> {
  const row = await db.row<{ mark: string; content_tag_key: Buffer; changes_dropped_to: number }>(
    "SELECT mark, content_tag_key, changes_dropped_to FROM installation WHERE id = 1",
  );
  if (row === undefined) throw new Error("The database has lost its row of 'installation'.");
  return {
    mark: row.mark,
    contentTagKey: new Uint8Array(row.content_tag_key),
    changesDroppedTo: row.changes_dropped_to,
  };
}
