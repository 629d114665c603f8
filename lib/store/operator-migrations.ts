import type { Migration } from "./migration.ts";

export const operatorMigrations: readonly Migration[] = [
  {
    id: "operator-sessions-1",
    sql: `
      -- A browser in which an operator's key is at work, for half an hour at the most.
      create table operator_sessions (
        session_hash text primary key,
        upstream text not null,
        sealed_key text not null,
        created_at integer not null
      ) strict, without rowid;
    `,
  },
];
