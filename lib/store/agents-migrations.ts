import type { Migration } from "./migration.ts";

/** The tables of agents: programs that read and buy for an owner by a token. */
export const agentsMigrations: readonly Migration[] = [
  {
    id: "agents-1",
    sql: `
      -- A token's name stays for the ledger after it was revoked; the token itself is stored nowhere, only its hash.
      create table agent_tokens (
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
      ) strict;
      create index agent_tokens_by_owner on agent_tokens (owner_id, created_at);
      -- The sealed API key that serves an owner's tokens; it goes with the last of them.
      create table agent_keys (
        owner_id text primary key,
        key_id text not null,
        upstream text not null,
        sealed_key text not null,
        consented_at integer not null
      ) strict;
      create table agent_tasks (
        task_id text primary key,
        owner_id text not null,
        token_id text not null references agent_tokens (token_id),
        title text not null,
        budget integer not null check (budget >= 0),
        state text not null check (state in ('open', 'closed', 'stopped')),
        opened_at integer not null,
        ended_at integer
      ) strict;
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
        credits_max integer not null,
        state text not null check (state in ('asked', 'approved', 'declined')),
        asked_at integer not null,
        decided_at integer
      ) strict;
      create index agent_approvals_by_token on agent_approvals (token_id, plan, asked_at);
      -- Who made the current attempt of an intent; without a row it was a person in the browser.
      create table intent_agents (
        intent_id text primary key references intents (intent_id),
        token_id text not null references agent_tokens (token_id),
        task_id text references agent_tasks (task_id),
        approval_id text references agent_approvals (approval_id)
      ) strict, without rowid;
      create index intent_agents_by_token on intent_agents (token_id);
      create index intent_agents_by_task on intent_agents (task_id) where task_id is not null;
      create index intent_agents_by_approval on intent_agents (approval_id) where approval_id is not null;
    `,
  },
];
