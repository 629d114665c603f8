import type { Migration } from "../migration.ts";
import { agentTables } from "./tables-of-agents.ts";
import { ownerTables } from "./tables-of-owners.ts";
import { purchaseTables } from "./tables-of-purchases.ts";
import { updateTables } from "./tables-of-updates.ts";

/** For the order and the counts of lists. */
const listColumns = `
  alter table document_cards add column issuer_name_en text;
  alter table updates add column amends_document_id text;
  alter table updates add column timeline_at text;
  alter table basket_items add column position bigint not null default 0;
`;

/** The process that runs an intent or a basket, and until when it is taken to live. */
const runnerColumns = `
  alter table intents add column runner text;
  alter table intents add column lease_until bigint;
  alter table basket_runs add column runner text;
  alter table basket_runs add column lease_until bigint;
`;

/** As with intents, for the runs that answer a question. */
const answerColumns = `
  alter table answers add column runner text;
  alter table answers add column lease_until bigint;
`;

/** Work that one process at a time does: who does it, and until when that process is taken to live. */
const claimsTable = `
  create table claims (
    name text primary key,
    runner text not null,
    lease_until bigint not null
  );
`;

/** Networks with wrong keys in the last minute, the empty one being all together; unknown keys being checked now. */
const signInTables = `
  create table sign_in_networks (
    network text primary key,
    failures bigint not null,
    last_failure_at bigint not null,
    checks_left bigint not null,
    checks_counted_at bigint not null
  );
  create table sign_in_checks (
    check_id text primary key,
    network text not null,
    slowed bigint not null check (slowed in (0, 1)),
    until_at bigint not null
  );
`;

/** Until when a service wants no requests with a key. */
const pausesTable = `
  create table key_pauses (
    key_id text not null,
    scope text not null check (scope in ('all', 'paid')),
    until_at bigint not null,
    code text not null,
    noted_at bigint not null,
    primary key (key_id, scope)
  );
`;

/** Publications that a search did not find yet, as the service said with its answer. */
const searchBehind = "alter table artifacts add column search_behind bigint;";

/** Sessions held the recovery code; the column there stays empty, since the version before may still run. */
const recoveryColumns = `
  alter table owners add column sealed_recovery_code text;
  alter table owners add column recovery_offer_at bigint default 0;
  update owners set sealed_recovery_code = (
    select max(sealed_recovery_code) from sessions where sessions.owner_id = owners.owner_id
  );
  update sessions set sealed_recovery_code = null;
`;

/**
 * The schema of PostgreSQL: every table and column of SQLite's, as they are after all of its steps, and steps of its own
 * from then on. Steps are only added, never changed. A test compares the tables and columns of both engines.
 */
export const postgresMigrations: readonly Migration[] = [
  { id: "tables-1", sql: byBytes([ownerTables, purchaseTables, updateTables, agentTables].join("\n")) },
  { id: "lists-1", sql: byBytes(listColumns) },
  { id: "runners-1", sql: byBytes(runnerColumns) },
  { id: "answers-2", sql: byBytes(answerColumns) },
  { id: "claims-1", sql: byBytes(claimsTable) },
  { id: "sign-in-attempts-1", sql: byBytes(signInTables) },
  { id: "key-pauses-1", sql: byBytes(pausesTable) },
  { id: "search-behind-1", sql: byBytes(searchBehind) },
  { id: "owners-2", sql: byBytes(recoveryColumns) },
];

/** Texts are in the order of their bytes, as in SQLite, whatever language the database was made for. */
export function byBytes(sql: string): string {
  return sql.replace(/\btext\b(\[\])?(?=[ ,;\n])/g, 'text$1 collate "C"');
}
