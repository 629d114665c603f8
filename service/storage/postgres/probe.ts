import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import type { StoreProbe } from "../ports.ts";
import { unpackText } from "../rows/text-codec.ts";
import type { StoreSizes } from "../store.ts";
import { isMigrated } from "./migrate.ts";

/** Actually reads and writes: a database that only reads, or is out of space, still answers. */
export function createProbe({ durable, quick }: Connections, search: () => string): StoreProbe {
  const checked = (work: () => Promise<string>): Promise<string> => work().catch(() => "failed");
  return {
    async check() {
      const store = checked(async () => {
        await durable.rows(
          "INSERT INTO probe AS p (id, at_ms) VALUES (1, 0) ON CONFLICT (id) DO UPDATE SET at_ms = p.at_ms + 1",
        );
        return "ok";
      });
      const migrations = checked(async () => ((await isMigrated(quick)) ? "ok" : "pending"));
      const catalog = checked(async () => {
        await quick.rows("SELECT * FROM documents ORDER BY doc DESC LIMIT 1");
        await quick.rows("SELECT * FROM news ORDER BY news DESC LIMIT 1");
        const text = await quick.row<{ markdown: Uint8Array }>(
          "SELECT markdown FROM section_texts ORDER BY doc DESC LIMIT 1",
        );
        if (text !== undefined) unpackText(text.markdown);
        return "ok";
      });
      const ledger = checked(async () => {
        await quick.rows("SELECT * FROM api_keys LIMIT 1");
        await quick.rows("SELECT * FROM ledger_entries ORDER BY id DESC LIMIT 1");
        return "ok";
      });
      return {
        store: await store,
        migrations: await migrations,
        catalog: await catalog,
        ledger: await ledger,
        search: search(),
      };
    },
  };
}

export function createSizes({ quick }: Connections): StoreSizes {
  return {
    async bytes() {
      const row = await quick.row<{ database: number; texts: number; ledger: number }>(
        `SELECT pg_database_size(current_database()) AS database, pg_total_relation_size('section_texts') AS texts,
           pg_total_relation_size('ledger_entries') + pg_total_relation_size('idempotent_responses') AS ledger`,
      );
      return { ...row };
    },
    // An estimate: counting millions of rows for each look would be work.
    async keptAnswers() {
      const row = await quick.row<{ count: number }>(
        "SELECT greatest(n_live_tup, 0) AS count FROM pg_stat_user_tables WHERE relname = 'idempotent_responses'",
      );
      return row?.count ?? 0;
    },
  };
}
