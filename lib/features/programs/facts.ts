import { keyFingerprint } from "../../owners/identity.ts";
import type { KeyOwner } from "../../owners/owner.ts";
import type { KeySafe } from "../../owners/sealing.ts";
import type { PurchaseStore } from "../../spending/ports.ts";
import { agentLimits, approvalLifeMs } from "../../spending/pricing/agent-limits.ts";
import { type ApprovalView, approvalView } from "../../spending/programs/approvals.ts";
import type { AgentTaskRow } from "../../store/agent-spending.ts";
import { type AgentScope, type AgentTokenRow, findAgentKey, listAgentTokens } from "../../store/agent-tokens.ts";
import { keepsAgentKey } from "./kept-key.ts";

/** Facts of programs for the account page: no token, no key. */
export interface AgentFacts {
  readonly tokens: readonly ListedToken[];
  readonly tasks: readonly ListedTask[];
  /** Plans that wait for a person. */
  readonly plans: readonly ApprovalView[];
  /** `none`: the first token needs consent. `gone`: the service refused the key, or no secret opens it. */
  readonly key: "none" | "kept" | "gone";
  /** The kept key's fingerprint, where it is another than this session's. */
  readonly otherKey: string | null;
}

export interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly scope: AgentScope;
  readonly state: "valid" | "expired" | "revoked";
  readonly dailyCap: number;
  readonly totalCap: number;
  readonly spentToday: number;
  readonly spent: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

export interface ListedTask {
  readonly id: string;
  readonly title: string;
  readonly tokenName: string;
  readonly state: "open" | "closed" | "stopped";
  readonly budget: number;
  readonly spent: number;
  readonly openedAt: number;
}

const tasksShown = 50;

export async function agentFacts(
  safe: KeySafe,
  rows: PurchaseStore,
  owner: KeyOwner,
  nowMs: number,
): Promise<AgentFacts> {
  const { store } = safe;
  const { ownerId, upstream } = owner;
  const reader = { ownerId, upstream: upstream.baseUrl };
  const [tokens, tasks, plans, kept, key] = await Promise.all([
    listAgentTokens(store, ownerId).then((all) => Promise.all(all.map((row) => listedToken(rows, row, nowMs)))),
    rows.agents.tasks(ownerId, tasksShown).then((all) => Promise.all(all.map((row) => listedTask(rows, row)))),
    rows.agents
      .asked(ownerId, nowMs - approvalLifeMs)
      .then((all) => Promise.all(all.map((row) => approvalView(rows, reader, row.approval_id, nowMs)))),
    keepsAgentKey(safe, owner),
    findAgentKey(store, ownerId),
  ]);
  const keptKeyId = key?.key_id;
  return {
    tokens,
    tasks,
    plans: plans.filter((each) => each !== undefined),
    key: kept ? "kept" : tokens.some((each) => each.state === "valid") ? "gone" : "none",
    otherKey: kept && keptKeyId !== undefined && keptKeyId !== upstream.keyId ? keyFingerprint(keptKeyId) : null,
  };
}

async function listedTask(rows: PurchaseStore, row: AgentTaskRow): Promise<ListedTask> {
  const [token, spent] = await Promise.all([rows.agents.token(row.token_id), rows.agents.spent({ task: row.task_id })]);
  return {
    id: row.task_id,
    title: row.title,
    tokenName: token?.name ?? "",
    state: row.state,
    budget: row.budget,
    spent,
    openedAt: row.opened_at,
  };
}

async function listedToken(rows: PurchaseStore, row: AgentTokenRow, nowMs: number): Promise<ListedToken> {
  const left = await agentLimits(rows.agents, { tokenId: row.token_id, taskId: null }, nowMs);
  return {
    id: row.token_id,
    name: row.name,
    scope: row.scope,
    state: row.revoked_at !== null ? "revoked" : row.expires_at <= nowMs ? "expired" : "valid",
    dailyCap: row.daily_cap,
    totalCap: row.total_cap,
    spentToday: row.daily_cap - left.tokenToday,
    spent: await rows.agents.spent({ token: row.token_id }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}
