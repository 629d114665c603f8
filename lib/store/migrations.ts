import type { Database } from "better-sqlite3";
import { agentsMigrations } from "./agents-migrations.ts";
import { answersMigrations } from "./answers-migrations.ts";
import { basketMigrations } from "./baskets-migrations.ts";
import { claimsMigrations } from "./claims-migrations.ts";
import { dossierMigrations } from "./dossiers-migrations.ts";
import type { Migration } from "./migration.ts";
import { purchaseMigrations } from "./purchases-migrations.ts";
import { updatesMigrations } from "./updates-migrations.ts";

const ownMigrations: readonly Migration[] = [
  {
    id: "owners-1",
    sql: `
      create table owners (
        owner_id text primary key,
        created_at integer not null,
        recovery_hash text
      ) strict;
      create table owner_keys (
        key_id text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        fingerprint text not null,
        linked_at integer not null
      ) strict;
      create index owner_keys_by_owner on owner_keys (owner_id);
    `,
  },
  {
    id: "sessions-1",
    sql: `
      create table sessions (
        session_hash text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        key_id text not null,
        upstream text not null,
        sealed_key text not null,
        demo integer not null,
        sealed_recovery_code text,
        created_at integer not null,
        seen_at integer not null
      ) strict;
      create index sessions_by_owner on sessions (owner_id);
    `,
  },
  {
    id: "sessions-2",
    sql: `
      alter table sessions add column browser text;
      alter table sessions add column ended_by text;
      create index sessions_by_key on sessions (key_id);
    `,
  },
  {
    id: "owners-2",
    sql: `
      -- What sessions held, so that it can be shown until it was noted; null where it is no longer offered.
      alter table owners add column sealed_recovery_code text;
      alter table owners add column recovery_offer_at integer default 0;
      update owners set sealed_recovery_code = (
        select max(sealed_recovery_code) from sessions where sessions.owner_id = owners.owner_id
      );
      -- The column stays empty: processes of the version before may still run.
      update sessions set sealed_recovery_code = null;
    `,
  },
  {
    id: "watches-1",
    sql: `
      create table watches (
        owner_id text not null references owners (owner_id) on delete cascade,
        security_code text not null,
        name text,
        name_en text,
        added_at integer not null,
        primary key (owner_id, security_code)
      ) strict, without rowid;
      create table desk_visits (
        owner_id text primary key references owners (owner_id) on delete cascade,
        visit_at integer not null,
        previous_visit_at integer
      ) strict;
    `,
  },
  {
    id: "reading-1",
    sql: `
      create table reading (
        owner_id text not null references owners (owner_id) on delete cascade,
        document_id text not null,
        section_id text,
        page_number integer,
        title text,
        issuer_name text,
        place text,
        fraction real not null,
        read_at integer not null,
        primary key (owner_id, document_id)
      ) strict, without rowid;
      create index reading_by_time on reading (owner_id, read_at);
    `,
  },
  {
    id: "first-reads-1",
    sql: `
      create table first_reads (
        owner_id text primary key references owners (owner_id) on delete cascade,
        step integer not null,
        left_at integer
      ) strict, without rowid;
    `,
  },
  {
    id: "saved-searches-1",
    sql: `
      create table saved_searches (
        owner_id text not null references owners (owner_id) on delete cascade,
        search_id text not null,
        target text not null,
        query text not null,
        address_query text not null,
        saved_at integer not null,
        primary key (owner_id, search_id)
      ) strict, without rowid;
    `,
  },
  {
    id: "receipts-1",
    sql: `
      create table receipts (
        receipt_id text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        passage text not null,
        record text not null,
        issued_at integer not null,
        unique (owner_id, passage)
      ) strict, without rowid;
    `,
  },
];

const figuresMigration: Migration = {
  id: "figures-1",
  sql: `
    -- What was read out of an owned package. It can be read again from the package at any time.
    create table artifact_figures (
      artifact_id text primary key references artifacts (artifact_id) on delete cascade,
      sha256 text not null,
      reader integer not null,
      fact_count integer not null,
      figures blob,
      refused text,
      read_at integer not null
    ) strict, without rowid;
  `,
};

const allMigrations: readonly Migration[] = [
  ...ownMigrations,
  ...purchaseMigrations,
  figuresMigration,
  ...updatesMigrations,
  ...agentsMigrations,
  ...basketMigrations,
  ...dossierMigrations,
  ...answersMigrations,
  ...claimsMigrations,
];

/** A store with another id was written by a newer version. */
export const knownMigrationIds: readonly string[] = allMigrations.map(({ id }) => id);
const known: ReadonlySet<unknown> = new Set(knownMigrationIds);

/** Brings the store to this program's version, or refuses one of a newer version as it is. */
export function migrate(database: Database): void {
  database.exec("create table if not exists migrations (id text primary key, applied_at integer not null) strict");
  const run = database.transaction(() => {
    const done = new Set(database.prepare("select id from migrations").pluck().all());
    const newer = [...done].filter((id) => !known.has(id));
    if (newer.length > 0) {
      throw new Error(`The web app's store was written by a newer version (it holds ${newer.join(", ")}).`);
    }
    const record = database.prepare("insert into migrations (id, applied_at) values (?, unixepoch() * 1000)");
    for (const step of allMigrations) {
      if (done.has(step.id)) continue;
      database.exec(step.sql);
      record.run(step.id);
    }
  });
  // An immediate transaction: of two processes that start together the second waits, and then has nothing to do.
  run.immediate();
}
