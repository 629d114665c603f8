import type { Migration } from "./migration.ts";

/** Questions that are answered from filings for at most so many credits. */
export const answersMigrations: readonly Migration[] = [
  {
    id: "answers-1",
    sql: `
      -- The token under which an owner's own questions have their tasks: no program has it, and it is never listed.
      alter table agent_tokens add column own integer not null default 0 check (own in (0, 1));
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
        asked_at integer not null,
        -- When the run last wrote down a step.
        alive_at integer not null,
        stop_at integer,
        ended_at integer
      ) strict;
      create index answers_by_owner on answers (owner_id, upstream, asked_at);
      create index answers_by_request on answers (owner_id, token_id, request, asked_at);
      create index answers_running on answers (alive_at) where state = 'running';
    `,
  },
  {
    id: "answers-2",
    sql: `
      -- As with intents: the process that runs it, and until when it is taken to live.
      alter table answers add column runner text;
      alter table answers add column lease_until integer;
    `,
  },
];
