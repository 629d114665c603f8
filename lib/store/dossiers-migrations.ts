import type { Migration } from "./migration.ts";

export const dossierMigrations: readonly Migration[] = [
  {
    id: "dossiers-1",
    sql: `
      -- The signed dossier of an answer, as it was signed. The share is the address under which its owner shows it.
      create table dossiers (
        answer_id text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        upstream text not null,
        record text not null,
        issued_at integer not null,
        share_id text unique,
        shared_at integer,
        -- What the last free re-check found, as JSON.
        recheck text
      ) strict, without rowid;
      create index dossiers_by_owner on dossiers (owner_id);
    `,
  },
];
