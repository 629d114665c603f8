import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MovingDatabase } from "../../../lib/kit/moving/moved-table.ts";
import { ownerFileName } from "../../../lib/kit/objects/owner.ts";
import {
  contentTagKeyFileName,
  readOrCreateSecret,
  sealCarriedSecret,
  secretFileName,
  sharedSecret,
} from "../../operation/secret.ts";
import type { Database } from "../sqlite/database.ts";

/** Equal in every copy of a store, beside its rows. */
export interface HouseIdentity {
  /** Marks its files and its search engine. */
  readonly mark: string;
  /** Makes the tags that readers compare. */
  readonly contentTagKey: Uint8Array;
  /** Signs cursors. */
  readonly secret: Uint8Array;
  /** The number of the last change that was ever given. */
  readonly lastChange: number;
  /** The last change that is no longer kept, or 0. */
  readonly changesDroppedTo: number;
}

interface Identified {
  identity(): Promise<HouseIdentity>;
  setIdentity(identity: HouseIdentity): Promise<void>;
}

export function folderIdentity(db: Database, data: string): Identified {
  return {
    identity: async () => ({
      mark: String(db.prepare("SELECT mark FROM search_place").pluck().get()),
      contentTagKey: readOrCreateSecret(data, contentTagKeyFileName),
      secret: readOrCreateSecret(data),
      lastChange:
        db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'search_changes'").pluck().get() ?? 0,
      changesDroppedTo: 0,
    }),
    async setIdentity({ mark, contentTagKey, secret, lastChange, changesDroppedTo }) {
      const write = (name: string, bytes: Uint8Array) =>
        writeFileSync(join(data, name), bytes, { mode: 0o600, flush: true });
      write(contentTagKeyFileName, contentTagKey);
      write(secretFileName, secret);
      write(ownerFileName, Buffer.from(mark));
      db.prepare("UPDATE search_place SET mark = ?").run(mark);
      numberChangesOnwards(db, lastChange);
      if (changesDroppedTo > 0) addMissingChanges(db);
    },
  };
}

function numberChangesOnwards(db: Database, lastChange: number): void {
  const known = db.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'search_changes'").get();
  db.prepare(
    known === undefined
      ? "INSERT INTO sqlite_sequence (seq, name) VALUES (?, 'search_changes')"
      : "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'search_changes'",
  ).run(lastChange);
}

/** Documents without a change are changed once more, which followers take without harm. */
function addMissingChanges(db: Database): void {
  db.exec(`
    INSERT INTO search_changes (kind, id) SELECT 'document', document_id FROM documents WHERE true ON CONFLICT DO NOTHING;
    INSERT INTO search_changes (kind, id) SELECT 'news', news_id FROM news WHERE true ON CONFLICT DO NOTHING;`);
}

export function postgresIdentity(database: MovingDatabase, secrets: readonly string[]): Identified {
  return {
    async identity() {
      const [row] = await database.rows(
        `SELECT mark, content_tag_key, carried_secret, changes_dropped_to,
           (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM search_changes_change_seq) AS last_change
         FROM installation WHERE id = 1`,
      );
      const { mark, content_tag_key: key, carried_secret: carried } = row ?? {};
      if (!(key instanceof Uint8Array)) throw new Error("The database has lost its row of 'installation'.");
      return {
        mark: String(mark),
        contentTagKey: key,
        secret: sharedSecret(secrets, carried instanceof Uint8Array ? carried : undefined),
        lastChange: Number(row?.["last_change"]),
        changesDroppedTo: Number(row?.["changes_dropped_to"]),
      };
    },
    async setIdentity({ mark, contentTagKey, secret, lastChange, changesDroppedTo }) {
      await database.rows(
        "UPDATE installation SET mark = ?, content_tag_key = ?, carried_secret = ?, changes_dropped_to = ? WHERE id = 1",
        [mark, contentTagKey, sealCarriedSecret(secret, secrets), changesDroppedTo],
      );
      await database.rows(
        "SELECT setval('search_changes_change_seq', greatest(?::bigint, (SELECT last_value FROM search_changes_change_seq), 1))",
        [lastChange],
      );
    },
  };
}
