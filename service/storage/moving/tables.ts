import type { MovedTable, Row } from "../../../lib/kit/moving/moved-table.ts";
import { schemaTables } from "../../../lib/kit/moving/schema-tables.ts";
import { openDatabase } from "../sqlite/database.ts";
import { migrate } from "../sqlite/migrations.ts";

/** Everything that the service's store holds, as its schema has it. A test compares it with both engines. */
export function serviceTables(): readonly MovedTable[] {
  const db = openDatabase(":memory:");
  try {
    migrate(db);
    return schemaTables(db, (name) => tablesLeft[name] === undefined && !isSearch(name), details);
  } finally {
    db.close();
  }
}

/** The index in the store, which is made anew. */
export function isSearch(name: string): boolean {
  return name.startsWith("search_") && name !== "search_changes" && name !== "search_place";
}

const details: Readonly<Record<string, Partial<MovedTable>>> = {
  catalog_versions: {
    isSeeded: true,
    // A database counts there what SQLite counts beside its index, which is made anew.
    on: { postgres: { from: "SELECT name, version FROM catalog_versions WHERE name <> 'glossary'" } },
  },
  section_texts: { key: ["doc", "position"], rowsAtOnce: 100, on: { sqlite: { besides: { text: undefined } } } },
  search_changes: {
    rowsAtOnce: 5_000,
    on: {
      // The newest of each, which is all that SQLite keeps.
      sqlite: { besides: { at_ms: undefined } },
      postgres: {
        from: "SELECT max(change) AS change, kind, id FROM search_changes GROUP BY kind, id",
        besides: { at: undefined },
      },
    },
  },
  // Nothing is reserved while nothing runs.
  api_keys: { on: { postgres: { besides: { reserved: undefined } } } },
  ledger_entries: { on: { postgres: { besides: { reservation: undefined } } } },
  idempotent_responses: {
    // In the order in which they expire, which is that of the ids in SQLite.
    key: ["expires_at_ms", "key_id", "idempotency_key"],
    rowsAtOnce: 100,
    on: {
      sqlite: { key: ["id"], besides: { id: undefined } },
      postgres: {
        from: "SELECT * FROM idempotent_responses WHERE headers IS NOT NULL",
        besides: { token: "gen_random_uuid()", owner: "gen_random_uuid()" },
      },
    },
  },
  delivered_texts: {
    on: {
      postgres: {
        from: `SELECT key_id, document_id, string_agg(hash, ''::bytea ORDER BY place) AS hashes
          FROM delivered_texts GROUP BY key_id, document_id`,
        besides: { place: undefined },
        splitColumns: ["key_id", "document_id", "hash"],
        split: hashesApart,
      },
    },
  },
};

/** Not carried, and why. */
export const tablesLeft: Readonly<Record<string, string>> = {
  migrations: "each engine has steps of its own",
  probe: "the readiness check writes it anew",
  installation: "carried as what the house is, with the files that hold it beside SQLite",
  search_place: "its mark is carried as what the house is",
  runners: "leases of processes, of which none runs",
  reservations: "credits under way, of which there are none",
};

const hashBytes = 8;

function hashesApart({ key_id, document_id, hashes }: Row): Row[] {
  if (!(hashes instanceof Uint8Array)) return [];
  return Array.from({ length: hashes.byteLength / hashBytes }, (_, at) => ({
    key_id: key_id ?? null,
    document_id: document_id ?? null,
    hash: hashes.subarray(at * hashBytes, (at + 1) * hashBytes),
  }));
}
