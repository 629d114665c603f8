import type { Migration } from "./migration.ts";

/** The tables of purchases. Amounts are whole credits, times are epoch milliseconds. */
export const purchaseMigrations: readonly Migration[] = [
  {
    id: "purchases-1",
    sql: `
      -- One thing to buy, once. The unique key is the promise: two tabs, two devices and a crash meet the same row.
      create table intents (
        intent_id text primary key,
        owner_id text not null,
        upstream text not null,
        kind text not null,
        params text not null,
        epoch integer not null check (epoch >= 0),
        key_id text not null,
        idempotency_key text not null,
        document_id text,
        page_number integer,
        original_id text,
        state text not null check (state in ('intent', 'sent', 'stored', 'failed', 'unknown')),
        credits_min integer not null check (credits_min >= 0),
        credits_max integer not null check (credits_max >= credits_min),
        retention_seconds integer,
        balance_before integer,
        reset_before text,
        attempts integer not null default 0,
        ambiguous integer not null default 0 check (ambiguous in (0, 1)),
        settle_at integer,
        created_at integer not null,
        opened_at integer not null,
        sent_at integer,
        settled_at integer,
        error text,
        label text,
        subject text,
        unique (owner_id, upstream, kind, params, epoch)
      ) strict;
      create index intents_by_owner on intents (owner_id, opened_at, intent_id);
      create index intents_open on intents (key_id, state) where state in ('intent', 'sent', 'unknown');
      create index intents_held on intents (owner_id, upstream, document_id) where state <> 'failed';

      create table purchases (
        purchase_id text primary key,
        owner_id text not null,
        token_hash text not null unique,
        action text not null,
        created_at integer not null
      ) strict;
      create table purchase_intents (
        purchase_id text not null references purchases (purchase_id),
        position integer not null,
        intent_id text not null references intents (intent_id),
        primary key (purchase_id, position)
      ) strict, without rowid;

      -- The sealed API key of purchases that are under way, so that a restart can ask for what was already asked.
      create table paid_keys (
        key_id text primary key,
        owner_id text not null,
        upstream text not null,
        sealed_key text not null
      ) strict;
      create table key_states (
        key_id text primary key,
        balance integer,
        reset text,
        observed_at integer,
        retention_seconds integer,
        limited_from integer,
        limited_until integer,
        quota_until integer
      ) strict;

      create table artifacts (
        artifact_id text primary key,
        intent_id text not null unique references intents (intent_id),
        owner_id text not null,
        upstream text not null,
        kind text not null,
        params text not null,
        epoch integer not null,
        document_id text,
        page_number integer,
        original_id text,
        sha256 text not null,
        byte_size integer not null,
        media_type text not null,
        file_name text,
        unreadable text,
        hit_count integer,
        toc text,
        stored_at integer not null
      ) strict;
      create index artifacts_by_owner on artifacts (owner_id, stored_at, artifact_id);
      create index artifacts_by_document on artifacts (owner_id, upstream, document_id, kind);
      create index artifacts_by_question on artifacts (owner_id, upstream, kind, params);
      -- Bodies that could not be read and were replaced by the service's own repetition; kept as evidence.
      create table replaced_bodies (
        intent_id text not null,
        sha256 text not null,
        reason text not null,
        replaced_at integer not null,
        primary key (intent_id, sha256)
      ) strict, without rowid;
      create table owned_sections (
        owner_id text not null,
        upstream text not null,
        document_id text not null,
        section_id text not null,
        artifact_id text not null references artifacts (artifact_id),
        primary key (owner_id, upstream, document_id, section_id)
      ) strict, without rowid;

      -- credits is null where a service did not tell what it charged.
      create table ledger (
        entry_id integer primary key,
        intent_id text not null unique references intents (intent_id),
        owner_id text not null,
        at integer not null,
        credits integer check (credits is null or credits >= 0),
        credits_max integer not null,
        balance integer,
        request_id text
      ) strict;
      create index ledger_by_owner on ledger (owner_id, at);

      create table budgets (
        owner_id text primary key,
        daily_cap integer,
        monthly_cap integer,
        confirm_at integer not null
      ) strict;
      create table refused_searches (
        owner_id text not null,
        upstream text not null,
        kind text not null,
        params text not null,
        refused_at integer not null,
        primary key (owner_id, upstream, kind, params)
      ) strict, without rowid;

      -- What the service said about a document when it was last asked: the library reads on without it.
      create table document_cards (
        owner_id text not null,
        upstream text not null,
        document_id text not null,
        title text,
        document_type text,
        security_code text,
        issuer_name text,
        summary text not null,
        toc text,
        pages text,
        originals text,
        noted_at integer not null,
        primary key (owner_id, upstream, document_id)
      ) strict, without rowid;
      create table opens (
        owner_id text not null,
        artifact_id text not null,
        day text not null,
        primary key (owner_id, artifact_id, day)
      ) strict, without rowid;
    `,
    sqlite: `
      -- Folded and cut into pairs of characters by the app, so that two kanji are found as surely as a sentence.
      create virtual table owned_words using fts5 (words, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0");
      create table owned_word_rows (
        row_id integer primary key,
        owner_id text not null,
        artifact_id text not null unique
      ) strict;
    `,
    postgres: `
      -- Folded and cut as there; grams are the pairs, and the letters with which they begin.
      create table owned_words (
        artifact_id text primary key references artifacts (artifact_id),
        owner_id text not null,
        words text not null,
        grams text[] not null
      );
      create index owned_words_by_owner on owned_words (owner_id);
      create index owned_words_by_gram on owned_words using gin (grams);
    `,
  },
  {
    id: "ledger-order-1",
    sql: `
      -- The ledger reads in the order of its charges; what has no outcome yet stands where it was opened.
      create index intents_by_charge on intents (owner_id, coalesce(settled_at, opened_at), intent_id);
    `,
  },
  {
    id: "illustrations-1",
    sql: `
      -- The images within a body, so that showing one does not read all of it. Owned by whoever has an artifact of it.
      create table illustrations (
        sha256 text not null,
        name text not null,
        media_type text not null,
        width integer not null,
        height integer not null,
        bytes blob not null,
        primary key (sha256, name)
      ) strict;
    `,
  },
  {
    id: "reads-1",
    sql: `
      -- Visits to what is owned, with what each would have cost. Older days were kept by purchase alone.
      create table reads (
        owner_id text not null,
        upstream text not null,
        document_id text not null,
        thing text not null,
        visit_at integer not null,
        last_at integer not null,
        again integer not null,
        credits integer not null,
        primary key (owner_id, upstream, document_id, thing, visit_at)
      ) strict, without rowid;
    `,
    sqlite: `
      insert into reads
        select opens.owner_id, artifacts.upstream, coalesce(artifacts.document_id, ''), 'purchase:' || opens.artifact_id,
          unixepoch(day) * 1000 - 32400000, unixepoch(day) * 1000 - 32400000,
          day > min(day) over (partition by opens.owner_id, opens.artifact_id),
          iif(day > min(day) over (partition by opens.owner_id, opens.artifact_id), coalesce(ledger.credits, 0), 0)
        from opens join artifacts using (artifact_id) join ledger using (intent_id);
    `,
  },
  {
    id: "found-sections-1",
    sql: `
      -- The sections that owned answers of searches quote, so that a section's page shows what was paid for already.
      create table found_sections (
        owner_id text not null,
        upstream text not null,
        document_id text not null,
        section_id text not null,
        artifact_id text not null references artifacts (artifact_id),
        primary key (owner_id, upstream, document_id, section_id, artifact_id)
      ) strict, without rowid;
    `,
  },
  {
    id: "cards-2",
    sql: `
      alter table document_cards add column issuer_name_en text;
    `,
    sqlite: `
      update document_cards set issuer_name_en = json_extract(summary, '$.issuer_name_en') where json_valid(summary);
    `,
  },
  {
    id: "runners-1",
    sql: `
      -- The process that runs an intent, and until when it is taken to live: it renews this while it does.
      alter table intents add column runner text;
      alter table intents add column lease_until integer;
    `,
  },
  {
    id: "search-behind-1",
    sql: `
      -- Publications that a search did not find yet, as the service said with its answer.
      alter table artifacts add column search_behind integer;
    `,
  },
];
