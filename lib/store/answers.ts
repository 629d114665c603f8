import type { Store } from "./database.ts";
import type { Taking } from "./purchases.ts";

/** Questions with their plans, runs and evidence, and the charges of their tasks. */
export interface AnswerRow {
  readonly answer_id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly token_id: string | null;
  readonly task_id: string | null;
  /** The canonical form of the request, by which a program's repeated question is found again. */
  readonly request: string;
  readonly state: "planned" | "running" | "done" | "stopped" | "failed";
  readonly plan: string;
  readonly record: string;
  readonly asked_at: number;
  readonly alive_at: number;
  readonly stop_at: number | null;
  readonly ended_at: number | null;
  /** The process that runs it, and until when it is taken to live. */
  readonly runner: string | null;
  readonly lease_until: number | null;
}

/** A charge of a task, or one that may have been made, with what was bought by it. */
export interface TaskCharge {
  readonly intent_id: string;
  readonly state: "intent" | "sent" | "stored" | "failed" | "unknown";
  readonly kind: string;
  readonly params: string;
  readonly credits: number | null;
  readonly credits_max: number;
  readonly at: number;
}

/** No lease is as long: one that ends later was given before the clock was set back, and can't be waited for. */
const farMs = 240_000;

export function answerRows(store: Store) {
  const sql = {
    add: store.prepare<AnswerRow>(
      `insert into answers (answer_id, owner_id, upstream, token_id, task_id, request, state, plan, record, asked_at,
         alive_at, stop_at, ended_at, runner, lease_until)
       values (@answer_id, @owner_id, @upstream, @token_id, @task_id, @request, @state, @plan, @record, @asked_at,
         @alive_at, @stop_at, @ended_at, @runner, @lease_until)`,
    ),
    find: store.prepare<[string], AnswerRow>("select * from answers where answer_id = ?"),
    same: store.prepare<[string, string | null, string, number], AnswerRow>(
      `select * from answers where owner_id = ? and token_id is not distinct from ? and request = ? and asked_at > ?
       order by asked_at desc, answer_id desc limit 1`,
    ),
    list: store.prepare<[string, string, number], AnswerRow>(
      `select * from answers where owner_id = ? and upstream = ? and state <> 'planned'
       order by asked_at desc, answer_id desc limit ?`,
    ),
    start: store.prepare(
      `update answers set state = 'running', task_id = @task_id, alive_at = @now, runner = @runner,
         lease_until = @lease_until where answer_id = @answer_id and state = 'planned'`,
    ),
    note: store.prepare(
      "update answers set record = @record, alive_at = @at where answer_id = @answer_id and state = 'running'",
    ),
    stop: store.prepare(
      "update answers set stop_at = @at where answer_id = @answer_id and owner_id = @owner_id and state = 'running'",
    ),
    end: store.prepare(
      `update answers set state = @state, record = @record, ended_at = @at, alive_at = @at
       where answer_id = @answer_id and state = 'running'`,
    ),
    left: store.prepare<{ now: number; far: number; runner: string; isAlone: number }, AnswerRow>(
      `select * from answers where state = 'running' and (lease_until is null or lease_until < @now
         or lease_until > @far or (@isAlone = 1 and runner is distinct from @runner))`,
    ),
    take: store.prepare(
      `update answers set runner = @runner, lease_until = @lease_until
       where answer_id = @answer_id and state = 'running' and runner is not distinct from @was
         and lease_until is not distinct from @was_until`,
    ),
    renew: store.prepare(
      `update answers set lease_until = @lease_until
       where answer_id = @answer_id and state = 'running' and runner = @runner`,
    ),
    forget: store.prepare("delete from answers where state = 'planned' and task_id is null and asked_at < ?"),
    charges: store.prepare<[string], TaskCharge>(
      `select intent_id, intents.state, kind, params, ledger.credits, intents.credits_max,
         coalesce(ledger.at, intents.opened_at) as at
       from intent_agents join intents using (intent_id) left join ledger using (intent_id)
       where intent_agents.task_id = ? order by intents.opened_at, intent_id`,
    ),
    bind: store.prepare("update answers set task_id = @task_id where answer_id = @answer_id and state = 'planned'"),
  };
  return {
    add: async (row: AnswerRow) => {
      await sql.add.run(row);
    },
    find: (answerId: string) => sql.find.get(answerId),
    /** The newest one of the same owner, program and request since a time. */
    same: (of: Pick<AnswerRow, "owner_id" | "token_id" | "request">, sinceMs: number) =>
      sql.same.get(of.owner_id, of.token_id, of.request, sinceMs),
    list: (ownerId: string, upstream: string, limit: number) => sql.list.all(ownerId, upstream, limit),
    /** Gives a plan its task before it runs, so that a person can be asked about it. */
    bindTask: async (of: { answer_id: string; task_id: string }) => (await sql.bind.run(of)).changes > 0,
    /** False where it was started before. */
    start: async (of: { answer_id: string; task_id: string }, { runner, now, lease_until }: Taking) =>
      (await sql.start.run({ ...of, runner, now, lease_until })).changes > 0,
    note: async (of: { answer_id: string; record: string; at: number }) => (await sql.note.run(of)).changes > 0,
    stop: async (of: { answer_id: string; owner_id: string; at: number }) => (await sql.stop.run(of)).changes > 0,
    end: async (of: { answer_id: string; state: "done" | "stopped" | "failed"; record: string; at: number }) =>
      (await sql.end.run(of)).changes > 0,
    /** Runs whose process no longer renews their lease; where no other process can live, those of all others. */
    left: ({ runner, now, isAlone }: Taking) =>
      sql.left.all({ runner, now, far: now + farMs, isAlone: Number(isAlone) }),
    /** Of all processes that would end a run one gets it. */
    take: async (row: AnswerRow, { runner, lease_until }: Taking) => {
      const { answer_id, runner: was, lease_until: was_until } = row;
      return (await sql.take.run({ answer_id, runner, lease_until, was, was_until })).changes > 0;
    },
    renew: async (answer_id: string, { runner, lease_until }: Taking) => {
      await sql.renew.run({ answer_id, runner, lease_until });
    },
    /** Plans that nobody ran. */
    forgetPlans: async (beforeMs: number) => {
      await sql.forget.run(beforeMs);
    },
    charges: (taskId: string) => sql.charges.all(taskId),
  };
}

export type AnswerRows = ReturnType<typeof answerRows>;
