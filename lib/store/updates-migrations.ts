import type { Migration } from "./migration.ts";

/** The tables of updates: what is new for an owner, the feeds and webhooks that tell it, and the key that looks. */
export const updatesMigrations: readonly Migration[] = [
  {
    id: "updates-1",
    sql: `
      -- Replaced by looked_at: what is new is no longer guessed from the time of a visit.
      drop table desk_visits;
      create table saved_filters (
        owner_id text not null references owners (owner_id) on delete cascade,
        filter_id text not null,
        address_query text not null,
        saved_at integer not null,
        primary key (owner_id, filter_id)
      ) strict, without rowid;

      -- How far a list was read: all days up to complete_day; on deep_day also the weeks before.
      create table update_lists (
        owner_id text not null references owners (owner_id) on delete cascade,
        list text not null,
        complete_day text not null,
        deep_day text,
        checked_at integer not null,
        primary key (owner_id, list)
      ) strict, without rowid;
      -- A watch or filter whose documents of the last weeks are known; what it lists besides them is new.
      create table known_sources (
        owner_id text not null references owners (owner_id) on delete cascade,
        source text not null,
        known_at integer not null,
        primary key (owner_id, source)
      ) strict, without rowid;
      -- The documents that a source has listed, so that each is told once.
      create table listed_documents (
        owner_id text not null references owners (owner_id) on delete cascade,
        source text not null,
        document_id text not null,
        day text not null,
        withdrawn integer not null check (withdrawn in (0, 1)),
        primary key (owner_id, source, document_id)
      ) strict, without rowid;
      create table updates (
        update_id integer primary key autoincrement,
        owner_id text not null references owners (owner_id) on delete cascade,
        document_id text not null,
        event text not null check (event in ('published', 'withdrawn')),
        document text not null,
        found_at integer not null,
        unique (owner_id, document_id, event)
      ) strict;
      -- Why an update was found: the watch or filter whose list had it.
      create table update_sources (
        seq integer primary key autoincrement,
        owner_id text not null references owners (owner_id) on delete cascade,
        source text not null,
        update_id integer not null references updates (update_id) on delete cascade,
        found_at integer not null,
        unique (owner_id, source, update_id)
      ) strict;
      create index update_sources_by_update on update_sources (update_id);
      -- Up to which row of update_sources an owner has seen a source.
      create table looked_at (
        owner_id text not null references owners (owner_id) on delete cascade,
        source text not null,
        through_seq integer not null,
        at integer not null,
        primary key (owner_id, source)
      ) strict, without rowid;
    `,
  },
  {
    id: "feeds-1",
    sql: `
      -- The key that asks the service while nobody is signed in: one for an owner, with the owner's consent.
      create table kept_keys (
        owner_id text primary key references owners (owner_id) on delete cascade,
        key_id text not null,
        upstream text not null,
        sealed_key text not null,
        consented_at integer not null,
        next_check_at integer not null,
        checked_at integer,
        problem text
      ) strict;
      create index kept_keys_by_key on kept_keys (key_id);
      create table feeds (
        feed_id text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        source text not null,
        title text not null,
        token_hash text not null unique,
        created_at integer not null,
        read_at integer
      ) strict;
      create index feeds_by_owner on feeds (owner_id, created_at);
    `,
  },
  {
    id: "webhooks-1",
    sql: `
      create table webhooks (
        webhook_id text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        upstream text not null,
        source text not null,
        address text not null,
        sealed_secret text not null,
        created_at integer not null
      ) strict;
      create index webhooks_by_owner on webhooks (owner_id, created_at);
      -- One row for each update that a webhook is told, written with the update; a test has no update.
      create table deliveries (
        delivery_id text primary key,
        webhook_id text not null references webhooks (webhook_id) on delete cascade,
        update_id integer references updates (update_id) on delete cascade,
        state text not null check (state in ('waiting', 'delivered', 'failed')),
        attempts integer not null,
        next_at integer not null,
        status integer,
        problem text,
        created_at integer not null,
        settled_at integer,
        unique (webhook_id, update_id)
      ) strict;
      create index deliveries_due on deliveries (next_at) where state = 'waiting';
      create index deliveries_by_webhook on deliveries (webhook_id, created_at);
    `,
  },
  {
    id: "updates-2",
    sql: `
      -- What lists of updates are counted and ordered by, beside the record that has it.
      alter table updates add column amends_document_id text;
      alter table updates add column timeline_at text;
    `,
    sqlite: `
      update updates set amends_document_id = json_extract(document, '$.amends_document_id'),
        timeline_at = json_extract(document, '$.timeline_at') where json_valid(document);
    `,
  },
  {
    id: "standing-words-1",
    sql: `
      -- Saved searches whose words the service matches with new documents, by its own id for them.
      create table standing_words (
        owner_id text not null references owners (owner_id) on delete cascade,
        phrase_id text not null,
        search_id text not null,
        phrase text not null,
        upstream text not null,
        stood_at integer not null,
        primary key (owner_id, phrase_id)
      ) strict, without rowid;
      -- Sections in which the words stand, as the service told them.
      create table standing_sections (
        owner_id text not null references owners (owner_id) on delete cascade,
        phrase_id text not null,
        document_id text not null,
        sections text not null,
        primary key (owner_id, phrase_id, document_id)
      ) strict, without rowid;
    `,
  },
  {
    id: "cited-1",
    sql: `
      -- Which document a proof is of.
      create table citations (
        receipt_id text primary key references receipts (receipt_id) on delete cascade,
        owner_id text not null references owners (owner_id) on delete cascade,
        document_id text not null
      ) strict, without rowid;
      create index citations_by_document on citations (owner_id, document_id);
      -- Documents behind proofs, as they were when they were last looked at; 0 for those that were not yet.
      create table cited_documents (
        owner_id text not null references owners (owner_id) on delete cascade,
        upstream text not null,
        document_id text not null,
        document text not null,
        amended_by text,
        superseded_by text,
        withdrawn integer not null,
        looked_at integer not null,
        primary key (owner_id, upstream, document_id)
      ) strict, without rowid;
    `,
  },
  {
    id: "cited-2",
    sql: `
      -- The later filing that says another value for a figure in the quoted words.
      alter table citations add column restated_by text;
    `,
  },
];
