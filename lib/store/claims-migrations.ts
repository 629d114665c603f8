import type { Migration } from "./migration.ts";

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
  {
    id: "sign-in-attempts-1",
    sql: `
      -- Networks with wrong keys in the last minute; the empty one is all together.
      create table sign_in_networks (
        network text primary key,
        failures integer not null,
        last_failure_at integer not null,
        checks_left integer not null,
        checks_counted_at integer not null
      ) strict, without rowid;
      -- Unknown keys that the service is checking now; each counts as wrong until it is answered.
      create table sign_in_checks (
        check_id text primary key,
        network text not null,
        slowed integer not null check (slowed in (0, 1)),
        until_at integer not null
      ) strict, without rowid;
    `,
  },
  {
    id: "key-pauses-1",
    sql: `
      -- Until when a service wants no requests with a key.
      create table key_pauses (
        key_id text not null,
        scope text not null check (scope in ('all', 'paid')),
        until_at integer not null,
        code text not null,
        noted_at integer not null,
        primary key (key_id, scope)
      ) strict, without rowid;
    `,
  },
];
