import type { Migration } from "./migration.ts";

export const basketMigrations: readonly Migration[] = [
  {
    id: "baskets-1",
    sql: `
      -- One thing in a basket: a section, a page, an original, a question, or all of a document.
      create table basket_items (
        owner_id text not null references owners (owner_id) on delete cascade,
        upstream text not null,
        kind text not null,
        params text not null,
        document_id text,
        added_at integer not null,
        primary key (owner_id, upstream, kind, params)
      ) strict;
      -- A confirmed basket, whose lines run one after the other. Without an end it is resumed at the next start.
      create table basket_runs (
        purchase_id text primary key references purchases (purchase_id),
        owner_id text not null,
        upstream text not null,
        started_at integer not null,
        stopped_at integer,
        ended_at integer,
        dismissed_at integer
      ) strict, without rowid;
      create index basket_runs_open on basket_runs (ended_at) where ended_at is null;
      create index basket_runs_by_owner on basket_runs (owner_id, upstream, started_at);
      create index purchase_intents_by_intent on purchase_intents (intent_id);
    `,
  },
  {
    id: "baskets-2",
    sql: `
      -- The order of adding, of an owner's basket.
      alter table basket_items add column position integer not null default 0;
    `,
    sqlite: `
      update basket_items set position = rowid;
    `,
  },
  {
    id: "baskets-3",
    sql: `
      -- As with intents: the process that runs it, and until when it is taken to live.
      alter table basket_runs add column runner text;
      alter table basket_runs add column lease_until integer;
    `,
  },
];
