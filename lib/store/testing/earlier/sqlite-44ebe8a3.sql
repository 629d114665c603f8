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
CREATE TABLE first_reads (
  owner_id text primary key references owners (owner_id) on delete cascade,
  step integer not null,
  left_at integer
) strict, without rowid;
CREATE TABLE saved_searches (
  owner_id text not null references owners (owner_id) on delete cascade,
  search_id text not null,
  target text not null,
  query text not null,
  address_query text not null,
  saved_at integer not null,
  primary key (owner_id, search_id)
) strict, without rowid;
CREATE TABLE receipts (
  receipt_id text primary key,
  owner_id text not null references owners (owner_id) on delete cascade,
  passage text not null,
  record text not null,
  issued_at integer not null,
  unique (owner_id, passage)
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
  subject text, runner text, lease_until integer,
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
  noted_at integer not null, issuer_name_en text,
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
CREATE INDEX intents_by_charge on intents (owner_id, coalesce(settled_at, opened_at), intent_id);
CREATE TABLE illustrations (
  sha256 text not null,
  name text not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  bytes blob not null,
  primary key (sha256, name)
) strict;
CREATE TABLE reads (
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
CREATE TABLE found_sections (
  owner_id text not null,
  upstream text not null,
  document_id text not null,
  section_id text not null,
  artifact_id text not null references artifacts (artifact_id),
  primary key (owner_id, upstream, document_id, section_id, artifact_id)
) strict, without rowid;
CREATE TABLE artifact_figures (
  artifact_id text primary key references artifacts (artifact_id) on delete cascade,
  sha256 text not null,
  reader integer not null,
  fact_count integer not null,
  figures blob,
  refused text,
  read_at integer not null
) strict, without rowid;
CREATE TABLE saved_filters (
  owner_id text not null references owners (owner_id) on delete cascade,
  filter_id text not null,
  address_query text not null,
  saved_at integer not null,
  primary key (owner_id, filter_id)
) strict, without rowid;
CREATE TABLE update_lists (
  owner_id text not null references owners (owner_id) on delete cascade,
  list text not null,
  complete_day text not null,
  deep_day text,
  checked_at integer not null,
  primary key (owner_id, list)
) strict, without rowid;
CREATE TABLE known_sources (
  owner_id text not null references owners (owner_id) on delete cascade,
  source text not null,
  known_at integer not null,
  primary key (owner_id, source)
) strict, without rowid;
CREATE TABLE listed_documents (
  owner_id text not null references owners (owner_id) on delete cascade,
  source text not null,
  document_id text not null,
  day text not null,
  withdrawn integer not null check (withdrawn in (0, 1)),
  primary key (owner_id, source, document_id)
) strict, without rowid;
CREATE TABLE updates (
  update_id integer primary key autoincrement,
  owner_id text not null references owners (owner_id) on delete cascade,
  document_id text not null,
  event text not null check (event in ('published', 'withdrawn')),
  document text not null,
  found_at integer not null, amends_document_id text, timeline_at text,
  unique (owner_id, document_id, event)
) strict;
CREATE TABLE update_sources (
  seq integer primary key autoincrement,
  owner_id text not null references owners (owner_id) on delete cascade,
  source text not null,
  update_id integer not null references updates (update_id) on delete cascade,
  found_at integer not null,
  unique (owner_id, source, update_id)
) strict;
CREATE INDEX update_sources_by_update on update_sources (update_id);
CREATE TABLE looked_at (
  owner_id text not null references owners (owner_id) on delete cascade,
  source text not null,
  through_seq integer not null,
  at integer not null,
  primary key (owner_id, source)
) strict, without rowid;
CREATE TABLE kept_keys (
  owner_id text primary key references owners (owner_id) on delete cascade,
  key_id text not null,
  upstream text not null,
  sealed_key text not null,
  consented_at integer not null,
  next_check_at integer not null,
  checked_at integer,
  problem text
) strict;
CREATE INDEX kept_keys_by_key on kept_keys (key_id);
CREATE TABLE feeds (
  feed_id text primary key,
  owner_id text not null references owners (owner_id) on delete cascade,
  source text not null,
  title text not null,
  token_hash text not null unique,
  created_at integer not null,
  read_at integer
) strict;
CREATE INDEX feeds_by_owner on feeds (owner_id, created_at);
CREATE TABLE webhooks (
  webhook_id text primary key,
  owner_id text not null references owners (owner_id) on delete cascade,
  upstream text not null,
  source text not null,
  address text not null,
  sealed_secret text not null,
  created_at integer not null
) strict;
CREATE INDEX webhooks_by_owner on webhooks (owner_id, created_at);
CREATE TABLE deliveries (
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
CREATE INDEX deliveries_due on deliveries (next_at) where state = 'waiting';
CREATE INDEX deliveries_by_webhook on deliveries (webhook_id, created_at);
CREATE TABLE agent_tokens (
  token_id text primary key,
  owner_id text not null,
  token_hash text not null unique,
  name text not null,
  scope text not null check (scope in ('owned', 'free', 'spend')),
  daily_cap integer not null check (daily_cap >= 0),
  total_cap integer not null check (total_cap >= 0),
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  revoked_at integer
  , own integer not null default 0 check (own in (0, 1))) strict;
CREATE INDEX agent_tokens_by_owner on agent_tokens (owner_id, created_at);
CREATE TABLE agent_keys (
  owner_id text primary key,
  key_id text not null,
  upstream text not null,
  sealed_key text not null,
  consented_at integer not null
) strict;
CREATE TABLE agent_tasks (
  task_id text primary key,
  owner_id text not null,
  token_id text not null references agent_tokens (token_id),
  title text not null,
  budget integer not null check (budget >= 0),
  state text not null check (state in ('open', 'closed', 'stopped')),
  opened_at integer not null,
  ended_at integer
) strict;
CREATE INDEX agent_tasks_by_owner on agent_tasks (owner_id, opened_at);
CREATE INDEX agent_tasks_by_token on agent_tasks (token_id, state);
CREATE TABLE agent_approvals (
  approval_id text primary key,
  owner_id text not null,
  token_id text not null references agent_tokens (token_id),
  task_id text references agent_tasks (task_id),
  plan text not null,
  action text not null,
  credits_max integer not null,
  state text not null check (state in ('asked', 'approved', 'declined')),
  asked_at integer not null,
  decided_at integer
) strict;
CREATE INDEX agent_approvals_by_token on agent_approvals (token_id, plan, asked_at);
CREATE TABLE intent_agents (
  intent_id text primary key references intents (intent_id),
  token_id text not null references agent_tokens (token_id),
  task_id text references agent_tasks (task_id),
  approval_id text references agent_approvals (approval_id)
) strict, without rowid;
CREATE INDEX intent_agents_by_token on intent_agents (token_id);
CREATE INDEX intent_agents_by_task on intent_agents (task_id) where task_id is not null;
CREATE INDEX intent_agents_by_approval on intent_agents (approval_id) where approval_id is not null;
CREATE TABLE basket_items (
  owner_id text not null references owners (owner_id) on delete cascade,
  upstream text not null,
  kind text not null,
  params text not null,
  document_id text,
  added_at integer not null, position integer not null default 0,
  primary key (owner_id, upstream, kind, params)
) strict;
CREATE TABLE basket_runs (
  purchase_id text primary key references purchases (purchase_id),
  owner_id text not null,
  upstream text not null,
  started_at integer not null,
  stopped_at integer,
  ended_at integer,
  dismissed_at integer
  , runner text, lease_until integer) strict, without rowid;
CREATE INDEX basket_runs_open on basket_runs (ended_at) where ended_at is null;
CREATE INDEX basket_runs_by_owner on basket_runs (owner_id, upstream, started_at);
CREATE INDEX purchase_intents_by_intent on purchase_intents (intent_id);
CREATE TABLE dossiers (
  answer_id text primary key,
  owner_id text not null references owners (owner_id) on delete cascade,
  upstream text not null,
  record text not null,
  issued_at integer not null,
  share_id text unique,
  shared_at integer,
  recheck text
) strict, without rowid;
CREATE INDEX dossiers_by_owner on dossiers (owner_id);
CREATE TABLE answers (
  answer_id text primary key,
  owner_id text not null,
  upstream text not null,
  token_id text references agent_tokens (token_id),
  task_id text references agent_tasks (task_id),
  request text not null,
  state text not null check (state in ('planned', 'running', 'done', 'stopped', 'failed')),
  plan text not null,
  record text not null,
  asked_at integer not null,
  alive_at integer not null,
  stop_at integer,
  ended_at integer
  , runner text, lease_until integer) strict;
CREATE INDEX answers_by_owner on answers (owner_id, upstream, asked_at);
CREATE INDEX answers_by_request on answers (owner_id, token_id, request, asked_at);
CREATE INDEX answers_running on answers (alive_at) where state = 'running';
CREATE TABLE claims (
  name text primary key,
  runner text not null,
  lease_until integer not null
) strict, without rowid;
CREATE TABLE sign_in_networks (
  network text primary key,
  failures integer not null,
  last_failure_at integer not null,
  checks_left integer not null,
  checks_counted_at integer not null
) strict, without rowid;
CREATE TABLE sign_in_checks (
  check_id text primary key,
  network text not null,
  slowed integer not null check (slowed in (0, 1)),
  until_at integer not null
) strict, without rowid;
CREATE TABLE key_pauses (
  key_id text not null,
  scope text not null check (scope in ('all', 'paid')),
  until_at integer not null,
  code text not null,
  noted_at integer not null,
  primary key (key_id, scope)
) strict, without rowid;
insert into migrations values ('agents-1', 0);
insert into migrations values ('answers-1', 0);
insert into migrations values ('answers-2', 0);
insert into migrations values ('baskets-1', 0);
insert into migrations values ('baskets-2', 0);
insert into migrations values ('baskets-3', 0);
insert into migrations values ('cards-2', 0);
insert into migrations values ('claims-1', 0);
insert into migrations values ('dossiers-1', 0);
insert into migrations values ('feeds-1', 0);
insert into migrations values ('figures-1', 0);
insert into migrations values ('first-reads-1', 0);
insert into migrations values ('found-sections-1', 0);
insert into migrations values ('illustrations-1', 0);
insert into migrations values ('key-pauses-1', 0);
insert into migrations values ('ledger-order-1', 0);
insert into migrations values ('owners-1', 0);
insert into migrations values ('purchases-1', 0);
insert into migrations values ('reading-1', 0);
insert into migrations values ('reads-1', 0);
insert into migrations values ('receipts-1', 0);
insert into migrations values ('runners-1', 0);
insert into migrations values ('saved-searches-1', 0);
insert into migrations values ('sessions-1', 0);
insert into migrations values ('sessions-2', 0);
insert into migrations values ('sign-in-attempts-1', 0);
insert into migrations values ('updates-1', 0);
insert into migrations values ('updates-2', 0);
insert into migrations values ('watches-1', 0);
insert into migrations values ('webhooks-1', 0);
