CREATE TABLE migrations (id text primary key, applied_at integer not null) strict;
CREATE TABLE owners (
  owner_id text primary key,
  created_at integer not null,
  recovery_hash text
) strict;
CREATE TABLE owner_keys (
  key_id text primary key,
  owner_id text not null references owners (owner_id) on delete cascade,
  fingerprint text not null,
  linked_at integer not null
) strict;
CREATE INDEX owner_keys_by_owner on owner_keys (owner_id);
CREATE TABLE sessions (
  session_hash text primary key,
  owner_id text not null references owners (owner_id) on delete cascade,
  key_id text not null,
  upstream text not null,
  sealed_key text not null,
  demo integer not null,
  sealed_recovery_code text,
  created_at integer not null,
  seen_at integer not null
  , browser text, ended_by text) strict;
CREATE INDEX sessions_by_owner on sessions (owner_id);
CREATE INDEX sessions_by_key on sessions (key_id);
CREATE TABLE watches (
  owner_id text not null references owners (owner_id) on delete cascade,
  security_code text not null,
  name text,
  name_en text,
  added_at integer not null,
  primary key (owner_id, security_code)
) strict, without rowid;
CREATE TABLE desk_visits (
  owner_id text primary key references owners (owner_id) on delete cascade,
  visit_at integer not null,
  previous_visit_at integer
) strict;
CREATE TABLE reading (
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
CREATE INDEX reading_by_time on reading (owner_id, read_at);
CREATE TABLE saved_searches (
  owner_id text not null references owners (owner_id) on delete cascade,
  search_id text not null,
  target text not null,
  query text not null,
  address_query text not null,
  saved_at integer not null,
  primary key (owner_id, search_id)
) strict, without rowid;
CREATE TABLE intents (
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
CREATE INDEX intents_by_owner on intents (owner_id, opened_at, intent_id);
CREATE INDEX intents_open on intents (key_id, state) where state in ('intent', 'sent', 'unknown');
CREATE INDEX intents_held on intents (owner_id, upstream, document_id) where state <> 'failed';
CREATE TABLE purchases (
  purchase_id text primary key,
  owner_id text not null,
  token_hash text not null unique,
  action text not null,
  created_at integer not null
) strict;
CREATE TABLE purchase_intents (
  purchase_id text not null references purchases (purchase_id),
  position integer not null,
  intent_id text not null references intents (intent_id),
  primary key (purchase_id, position)
) strict, without rowid;
CREATE TABLE paid_keys (
  key_id text primary key,
  owner_id text not null,
  upstream text not null,
  sealed_key text not null
) strict;
CREATE TABLE key_states (
  key_id text primary key,
  balance integer,
  reset text,
  observed_at integer,
  retention_seconds integer,
  limited_from integer,
  limited_until integer,
  quota_until integer
) strict;
CREATE TABLE artifacts (
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
CREATE INDEX artifacts_by_owner on artifacts (owner_id, stored_at, artifact_id);
CREATE INDEX artifacts_by_document on artifacts (owner_id, upstream, document_id, kind);
CREATE INDEX artifacts_by_question on artifacts (owner_id, upstream, kind, params);
CREATE TABLE replaced_bodies (
  intent_id text not null,
  sha256 text not null,
  reason text not null,
  replaced_at integer not null,
  primary key (intent_id, sha256)
) strict, without rowid;
CREATE TABLE owned_sections (
  owner_id text not null,
  upstream text not null,
  document_id text not null,
  section_id text not null,
  artifact_id text not null references artifacts (artifact_id),
  primary key (owner_id, upstream, document_id, section_id)
) strict, without rowid;
CREATE TABLE ledger (
  entry_id integer primary key,
  intent_id text not null unique references intents (intent_id),
  owner_id text not null,
  at integer not null,
  credits integer check (credits is null or credits >= 0),
  credits_max integer not null,
  balance integer,
  request_id text
) strict;
CREATE INDEX ledger_by_owner on ledger (owner_id, at);
CREATE TABLE budgets (
  owner_id text primary key,
  daily_cap integer,
  monthly_cap integer,
  confirm_at integer not null
) strict;
CREATE TABLE refused_searches (
  owner_id text not null,
  upstream text not null,
  kind text not null,
  params text not null,
  refused_at integer not null,
  primary key (owner_id, upstream, kind, params)
) strict, without rowid;
CREATE TABLE document_cards (
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
CREATE TABLE opens (
  owner_id text not null,
  artifact_id text not null,
  day text not null,
  primary key (owner_id, artifact_id, day)
) strict, without rowid;
CREATE VIRTUAL TABLE owned_words using fts5 (words, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0");
CREATE TABLE owned_word_rows (
  row_id integer primary key,
  owner_id text not null,
  artifact_id text not null unique
) strict;
insert into migrations values ('owners-1', 0);
insert into migrations values ('purchases-1', 0);
insert into migrations values ('reading-1', 0);
insert into migrations values ('saved-searches-1', 0);
insert into migrations values ('sessions-1', 0);
insert into migrations values ('sessions-2', 0);
insert into migrations values ('watches-1', 0);
