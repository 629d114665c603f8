import type { Connections, Queries } from "../../../lib/postgres/connection.ts";

/** What all processes of one database share. */
export interface Installation {
  /** Marks the place of its files. */
  readonly mark: string;
  readonly contentTagKey: Uint8Array;
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

const changesKeptDays = 7;

/** Changes are kept as long as an index may have been stopped without being built anew. */
export async function dropOldChanges({ durable }: Connections): Promise<void> {
  await durable.rows(
    `WITH gone AS (DELETE FROM search_changes WHERE at < now() - make_interval(days => ?) RETURNING change)
     UPDATE installation SET changes_dropped_to = greatest(changes_dropped_to, (SELECT coalesce(max(change), 0) FROM gone))`,
    [changesKeptDays],
  );
}
