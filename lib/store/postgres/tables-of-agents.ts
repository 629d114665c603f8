/** Programs that read and buy for an owner by a token, and questions that are answered for at most so many credits. */
export const agentTables = `
  -- A token's name stays for the ledger after it was revoked; the token itself is stored nowhere, only its hash.
  create table agent_tokens (
    token_id text primary key,
    owner_id text not null,
    token_hash text not null unique,
    name text not null,
    scope text not null check (scope in ('owned', 'free', 'spend')),
    daily_cap bigint not null check (daily_cap >= 0),
    total_cap bigint not null check (total_cap >= 0),
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    revoked_at bigint,
    -- The token under which an owner's own questions have their tasks: no program has it, and it is never listed.
    own bigint not null default 0 check (own in (0, 1))
  );
  create index agent_tokens_by_owner on agent_tokens (owner_id, created_at);
  -- The sealed API key that serves an owner's tokens; it goes with the last of them.
  create table agent_keys (
    owner_id text primary key,
    key_id text not null,
    upstream text not null,
    sealed_key text not null,
    consented_at bigint not null
  );
  create table agent_tasks (
    task_id text primary key,
    owner_id text not null,
    token_id text not null references agent_tokens (token_id),
    title text not null,
    budget bigint not null check (budget >= 0),
    state text not null check (state in ('open', 'closed', 'stopped')),
    opened_at bigint not null,
    ended_at bigint
  );
  create index agent_tasks_by_owner on agent_tasks (owner_id, opened_at);
  create index agent_tasks_by_token on agent_tasks (token_id, state);
  -- A plan at or over the owner's threshold, which a person confirms or declines.
  create table agent_approvals (
    approval_id text primary key,
    owner_id text not null,
    token_id text not null references agent_tokens (token_id),
    task_id text references agent_tasks (task_id),
    plan text not null,
    action text not null,
    credits_max bigint not null,
    state text not null check (state in ('asked', 'approved', 'declined')),
    asked_at bigint not null,
    decided_at bigint
  );
  create index agent_approvals_by_token on agent_approvals (token_id, plan, asked_at);
  -- Who made the current attempt of an intent; without a row it was a person in the browser.
  create table intent_agents (
    intent_id text primary key references intents (intent_id),
    token_id text not null references agent_tokens (token_id),
    task_id text references agent_tasks (task_id),
    approval_id text references agent_approvals (approval_id)
  );
  create index intent_agents_by_token on intent_agents (token_id);
  create index intent_agents_by_task on intent_agents (task_id) where task_id is not null;
  create index intent_agents_by_approval on intent_agents (approval_id) where approval_id is not null;
  -- Documents are JSON. What was charged is never copied here: it is read from the ledger by the task.
  create table answers (
    answer_id text primary key,
    owner_id text not null,
    upstream text not null,
    -- The program that asked; null for the owner in the browser.
    token_id text references agent_tokens (token_id),
    task_id text references agent_tasks (task_id),
    request text not null,
    state text not null check (state in ('planned', 'running', 'done', 'stopped', 'failed')),
    plan text not null,
    record text not null,
    asked_at bigint not null,
    -- When the run last said that it lives; one that is silent for long has ended with its process.
    alive_at bigint not null,
    stop_at bigint,
    ended_at bigint
  );
  create index answers_by_owner on answers (owner_id, upstream, asked_at);
  create index answers_by_request on answers (owner_id, token_id, request, asked_at);
  create index answers_running on answers (alive_at) where state = 'running';
  -- The signed dossier of an answer, as it was signed. The share is the address under which its owner shows it.
  create table dossiers (
    answer_id text primary key,
    owner_id text not null references owners (owner_id) on delete cascade,
    upstream text not null,
    record text not null,
    issued_at bigint not null,
    share_id text unique,
    shared_at bigint,
    -- What the last free re-check found, as JSON.
    recheck text
  );
  create index dossiers_by_owner on dossiers (owner_id);
`;
