import type { Queries } from "../../../lib/kit/postgres/connection.ts";

/** Shared by all processes of one database. */
export interface Installation {
  /** Marks the place of its files. */
  readonly mark: string;
  readonly contentTagKey: Uint8Array;
  /** Of the folder that it was moved from, sealed. */
  readonly carriedSecret: Uint8Array | undefined;
  /** Earlier versions dropped changes after a week. */
  readonly changesDroppedTo: number;
}

export async function readInstallation(db: Queries): Promise<Installation> {
  const row = await db.row<{
    mark: string;
    content_tag_key: Buffer;
    carried_secret: Buffer | null;
    changes_dropped_to: number;
  }>("SELECT mark, content_tag_key, carried_secret, changes_dropped_to FROM installation WHERE id = 1");
  if (row === undefined) throw new Error("The database has lost its row of 'installation'.");
  return {
    mark: row.mark,
    contentTagKey: new Uint8Array(row.content_tag_key),
    carriedSecret: row.carried_secret === null ? undefined : new Uint8Array(row.carried_secret),
    changesDroppedTo: row.changes_dropped_to,
  };
}
