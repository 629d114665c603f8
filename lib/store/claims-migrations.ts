import type { Migration } from "./migration.ts";

/** What processes that share a store tell each other. */
export const claimsMigrations: readonly Migration[] = [
  {
    id: "claims-1",
    sql: `
      -- Work that one process at a time does: who does it, and until when that process is taken to live.
      create table claims (
        name text primary key,
        runner text not null,
        lease_until integer not null
      ) strict, without rowid;
    `,
  },
];
