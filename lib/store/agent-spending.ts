import { type AgentTokenRow, ownAgentToken } from "./agent-tokens.ts";
import type { Store } from "./database.ts";

/** Tasks, approvals, and which token and task each purchase belongs to: what bounds the spending of programs. */
export interface AgentTaskRow {
  readonly task_id: string;
  readonly owner_id: string;
  readonly token_id: string;
  readonly title: string;
  readonly budget: number;
  /** `closed` by the program, `stopped` by the owner. */
  readonly state: "open" | "closed" | "stopped";
  readonly opened_at: number;
  readonly ended_at: number | null;
}

export interface AgentApprovalRow {
  readonly approval_id: string;
  readonly owner_id: string;
  readonly token_id: string;
  readonly task_id: string | null;
  /** The canonical form of the action, by which an approval is found again. */
  readonly plan: string;
  readonly action: string;
  readonly credits_max: number;
  readonly state: "asked" | "approved" | "declined";
  readonly asked_at: number;
  readonly decided_at: number | null;
}

export interface IntentAgent {
  readonly token_id: string;
  readonly task_id: string | null;
  readonly approval_id: string | null;
}

export type Spent = { readonly token: string } | { readonly task: string } | { readonly approval: string };

/** As in the owner's budget: charged credits, plus the most that open purchases and unknown outcomes may cost. */
const spentSum = `coalesce(sum(case when intents.state = 'stored' then coalesce(ledger.credits, ledger.credits_max)
  else intents.credits_max end), 0)`;
const spentTables = "intent_agents join intents using (intent_id) left join ledger using (intent_id)";

export function agentSpendingRows(store: Store) {
  const spentBy = (column: "token_id" | "task_id" | "approval_id") =>
    store.prepare<[string, number], { credits: number }>(
      `select ${spentSum} as credits from ${spentTables}
       where intent_agents.${column} = ? and intents.state <> 'failed' and intents.opened_at >= ?`,
    );
  const sql = {
    byToken: spentBy("token_id"),
    byTask: spentBy("task_id"),
    byApproval: spentBy("approval_id"),
    unapproved: store.prepare<[string, number], { credits: number }>(
      `select ${spentSum} as credits from ${spentTables} join agent_tokens using (token_id)
       where intent_agents.token_id = ? and intent_agents.approval_id is null and own = 0
         and intents.state <> 'failed' and intents.opened_at >= ?`,
    ),
    underWay: store.prepare<[string, string | null], { credits: number }>(
      `select coalesce(sum(case when unspent > 0 then unspent else 0 end), 0) as credits from
         (select budget - (select ${spentSum} from ${spentTables}
            where intent_agents.task_id = agent_tasks.task_id and intents.state <> 'failed') as unspent
          from answers join agent_tasks using (task_id)
          where answers.state = 'running' and answers.token_id = ? and task_id is distinct from ?
            and not exists (select 1 from agent_approvals
              where agent_approvals.task_id = agent_tasks.task_id and agent_approvals.state = 'approved')) as runs`,
    ),
    reserved: store.prepare<[string], { credits: number }>(
      `select coalesce(sum(case when unspent > 0 then unspent else 0 end), 0) as credits from
         (select budget - (select ${spentSum} from ${spentTables}
            where intent_agents.task_id = agent_tasks.task_id and intents.state <> 'failed') as unspent
          from agent_tasks where token_id = ? and state = 'open') as tasks`,
    ),
    token: store.prepare<[string], AgentTokenRow>("select * from agent_tokens where token_id = ?"),
    task: store.prepare<[string], AgentTaskRow>("select * from agent_tasks where task_id = ?"),
    openTasks: store.prepare<[string], { count: number }>(
      "select count(*) as count from agent_tasks where token_id = ? and state = 'open'",
    ),
    addTask: store.prepare<AgentTaskRow>(
      `insert into agent_tasks (task_id, owner_id, token_id, title, budget, state, opened_at, ended_at)
       values (@task_id, @owner_id, @token_id, @title, @budget, @state, @opened_at, @ended_at)`,
    ),
    endTask: store.prepare(
      "update agent_tasks set state = @state, ended_at = @at where owner_id = @ownerId and task_id = @taskId and state = 'open'",
    ),
    tasks: store.prepare<[string, number], AgentTaskRow>(
      "select * from agent_tasks where owner_id = ? order by state <> 'open', opened_at desc, task_id limit ?",
    ),
    attribute: store.prepare(
      `insert into intent_agents (intent_id, token_id, task_id, approval_id)
       values (@intent_id, @token_id, @task_id, @approval_id)
       on conflict (intent_id) do update set token_id = excluded.token_id, task_id = excluded.task_id,
         approval_id = excluded.approval_id`,
    ),
    unattribute: store.prepare("delete from intent_agents where intent_id = ?"),
    approval: store.prepare<[string], AgentApprovalRow>("select * from agent_approvals where approval_id = ?"),
    approvalFor: store.prepare<[string, string, string | null, number], AgentApprovalRow>(
      `select * from agent_approvals where token_id = ? and plan = ? and task_id is not distinct from ? and
         coalesce(decided_at, asked_at) > ? order by asked_at desc, approval_id desc limit 1`,
    ),
    approvedOfTask: store.prepare<[string, string, number], AgentApprovalRow>(
      `select * from agent_approvals where token_id = ? and task_id = ? and state = 'approved' and decided_at > ?
       order by asked_at desc, approval_id desc`,
    ),
    addApproval: store.prepare<AgentApprovalRow>(
      `insert into agent_approvals
         (approval_id, owner_id, token_id, task_id, plan, action, credits_max, state, asked_at, decided_at)
       values (@approval_id, @owner_id, @token_id, @task_id, @plan, @action, @credits_max, @state, @asked_at, @decided_at)`,
    ),
    askedCount: store.prepare<[string, number], { count: number }>(
      "select count(*) as count from agent_approvals where token_id = ? and state = 'asked' and asked_at > ?",
    ),
    decide: store.prepare(
      `update agent_approvals set state = @state, decided_at = @at
       where owner_id = @ownerId and approval_id = @approvalId and state = 'asked'`,
    ),
    asked: store.prepare<[string, number], AgentApprovalRow>(
      "select * from agent_approvals where owner_id = ? and state = 'asked' and asked_at > ? order by asked_at desc limit 50",
    ),
  };
  return {
    token: (tokenId: string) => sql.token.get(tokenId),
    ownToken: (ownerId: string, made: { readonly tokenId: string; readonly nowMs: number }) =>
      ownAgentToken(store, ownerId, made),
    task: (taskId: string) => sql.task.get(taskId),
    openTaskCount: async (tokenId: string) => Number((await sql.openTasks.get(tokenId))?.count),
    addTask: async (row: AgentTaskRow) => {
      await sql.addTask.run(row);
    },
    endTask: async (end: { ownerId: string; taskId: string; state: "closed" | "stopped"; at: number }) =>
      (await sql.endTask.run(end)).changes > 0,
    tasks: (ownerId: string, limit: number) => sql.tasks.all(ownerId, limit),
    /** Credits charged or reserved since a time, by a token, a task or under an approval. */
    spent: async (by: Spent, sinceMs = 0): Promise<number> => {
      if ("token" in by) return Number((await sql.byToken.get(by.token, sinceMs))?.credits);
      if ("task" in by) return Number((await sql.byTask.get(by.task, sinceMs))?.credits);
      return Number((await sql.byApproval.get(by.approval, sinceMs))?.credits);
    },
    /** Charged or reserved without a person's approval. */
    spentUnapproved: async (tokenId: string, sinceMs: number) =>
      Number((await sql.unapproved.get(tokenId, sinceMs))?.credits),
    /** The most that running questions of a program's token may still charge without an approval, all tasks but one. */
    underWay: async (tokenId: string, besideTask: string | null) =>
      Number((await sql.underWay.get(tokenId, besideTask))?.credits),
    reservedByTasks: async (tokenId: string) => Number((await sql.reserved.get(tokenId))?.credits),
    /** Records who made the current attempt of an intent; undefined for a person. */
    attribute: async (intentId: string, agent: IntentAgent | undefined) => {
      if (agent === undefined) await sql.unattribute.run(intentId);
      else await sql.attribute.run({ intent_id: intentId, ...agent });
    },
    approval: (approvalId: string) => sql.approval.get(approvalId),
    /** The newest approval of a plan that was asked or decided after a time. */
    approvalFor: (agent: Pick<IntentAgent, "token_id" | "task_id">, plan: string, sinceMs: number) =>
      sql.approvalFor.get(agent.token_id, plan, agent.task_id, sinceMs),
    /** Newest first. */
    approvedOfTask: (agent: { readonly token_id: string; readonly task_id: string }, sinceMs: number) =>
      sql.approvedOfTask.all(agent.token_id, agent.task_id, sinceMs),
    addApproval: async (row: AgentApprovalRow) => {
      await sql.addApproval.run(row);
    },
    askedCount: async (tokenId: string, sinceMs: number) => Number((await sql.askedCount.get(tokenId, sinceMs))?.count),
    decide: async (decision: { ownerId: string; approvalId: string; state: "approved" | "declined"; at: number }) =>
      (await sql.decide.run(decision)).changes > 0,
    asked: (ownerId: string, sinceMs: number) => sql.asked.all(ownerId, sinceMs),
  };
}

export type AgentSpendingRows = ReturnType<typeof agentSpendingRows>;
