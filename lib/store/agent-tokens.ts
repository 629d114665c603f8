import type { Store } from "./database.ts";

/** Each scope includes the one before it. */
export const agentScopes = ["owned", "free", "spend"] as const;
export type AgentScope = (typeof agentScopes)[number];

export interface AgentTokenRow {
  readonly token_id: string;
  readonly owner_id: string;
  readonly token_hash: string;
  readonly name: string;
  readonly scope: AgentScope;
  readonly daily_cap: number;
  readonly total_cap: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  readonly revoked_at: number | null;
}

/** The sealed API key that serves the tokens of an owner. */
export interface AgentKeyRow {
  readonly owner_id: string;
  readonly key_id: string;
  readonly upstream: string;
  readonly sealed_key: string;
  readonly consented_at: number;
}

/** The most valid tokens of one owner, and the most that are listed with those that have ended. */
export const agentTokensMax = 20;
const listedMax = 100;

/** False where the owner has as many valid tokens as there may be. */
export async function addAgentToken(store: Store, row: AgentTokenRow): Promise<boolean> {
  const valid = store.prepare<[string, number], { count: number }>(
    "select count(*) as count from agent_tokens where owner_id = ? and revoked_at is null and expires_at > ? and own = 0",
  );
  if (Number((await valid.get(row.owner_id, row.created_at))?.count) >= agentTokensMax) return false;
  await store
    .prepare<AgentTokenRow>(
      `insert into agent_tokens (token_id, owner_id, token_hash, name, scope, daily_cap, total_cap, created_at,
         expires_at, used_at, revoked_at)
       values (@token_id, @owner_id, @token_hash, @name, @scope, @daily_cap, @total_cap, @created_at, @expires_at,
         @used_at, @revoked_at)`,
    )
    .run(row);
  return true;
}

/** The token of an owner's own questions, made at first use. Nobody has it: its hash is of nothing. */
export async function ownAgentToken(
  store: Store,
  ownerId: string,
  made: { readonly tokenId: string; readonly nowMs: number },
): Promise<string> {
  const known = await store
    .prepare<[string], { token_id: string }>(
      "select token_id from agent_tokens where owner_id = ? and own = 1 and revoked_at is null",
    )
    .get(ownerId);
  if (known !== undefined) return known.token_id;
  await store
    .prepare(
      `insert into agent_tokens (token_id, owner_id, token_hash, name, scope, daily_cap, total_cap, created_at,
         expires_at, used_at, revoked_at, own)
       values (@tokenId, @ownerId, @hash, 'Answers', 'spend', @most, @most, @nowMs, @ends, null, null, 1)`,
    )
    .run({
      ...made,
      ownerId,
      hash: `none ${made.tokenId}`,
      most: 1_000_000_000,
      ends: made.nowMs + 100 * 365 * 24 * 3_600_000,
    });
  return made.tokenId;
}

export function findAgentToken(store: Store, tokenHash: string): Promise<AgentTokenRow | undefined> {
  return store.prepare<[string], AgentTokenRow>("select * from agent_tokens where token_hash = ?").get(tokenHash);
}

export function findAgentTokenById(store: Store, tokenId: string): Promise<AgentTokenRow | undefined> {
  return store.prepare<[string], AgentTokenRow>("select * from agent_tokens where token_id = ?").get(tokenId);
}

export function listAgentTokens(store: Store, ownerId: string): Promise<AgentTokenRow[]> {
  return store
    .prepare<[string, number], AgentTokenRow>(
      "select * from agent_tokens where owner_id = ? and own = 0 order by revoked_at is not null, created_at desc limit ?",
    )
    .all(ownerId, listedMax);
}

/** Use is recorded at most once a minute, so that a call costs no write to disk. */
export async function noteAgentTokenUse(store: Store, row: AgentTokenRow, nowMs: number): Promise<void> {
  if (row.used_at !== null && nowMs - row.used_at < 60_000) return;
  await store.prepare("update agent_tokens set used_at = ? where token_id = ?").run(nowMs, row.token_id);
}

/** Revokes a token with its open tasks; the kept key goes with the last valid token. */
export function revokeAgentToken(
  store: Store,
  { ownerId, tokenId, nowMs }: { readonly ownerId: string; readonly tokenId: string; readonly nowMs: number },
): Promise<{ readonly revoked: boolean; readonly keyLetGo: boolean }> {
  return store.atomically(async () => {
    const { changes } = await store
      .prepare("update agent_tokens set revoked_at = ? where owner_id = ? and token_id = ? and revoked_at is null")
      .run(nowMs, ownerId, tokenId);
    if (changes > 0) {
      await store
        .prepare("update agent_tasks set state = 'stopped', ended_at = ? where token_id = ? and state = 'open'")
        .run(nowMs, tokenId);
    }
    return { revoked: changes > 0, keyLetGo: await letGoOfUnusedAgentKey(store, ownerId, nowMs) };
  }, ownerId);
}

export function findAgentKey(store: Store, ownerId: string): Promise<AgentKeyRow | undefined> {
  return store.prepare<[string], AgentKeyRow>("select * from agent_keys where owner_id = ?").get(ownerId);
}

export async function keepAgentKey(store: Store, row: AgentKeyRow): Promise<void> {
  await store
    .prepare<AgentKeyRow>(
      `insert into agent_keys (owner_id, key_id, upstream, sealed_key, consented_at)
       values (@owner_id, @key_id, @upstream, @sealed_key, @consented_at)
       on conflict (owner_id) do update set key_id = excluded.key_id, upstream = excluded.upstream,
         sealed_key = excluded.sealed_key, consented_at = excluded.consented_at`,
    )
    .run(row);
}

/** The service has refused the key. Tokens stay, and say that they have no key. */
export async function letGoOfRefusedAgentKey(store: Store, keyId: string): Promise<string[]> {
  const rows = await store
    .prepare<[string], { owner_id: string }>("delete from agent_keys where key_id = ? returning owner_id")
    .all(keyId);
  return rows.map((row) => row.owner_id);
}

/** Deletes the kept keys of owners whose tokens have all expired; called at the start and when tokens are listed. */
export async function letGoOfUnusedAgentKey(store: Store, ownerId: string, nowMs: number): Promise<boolean> {
  return (
    (
      await store
        .prepare(
          `delete from agent_keys where owner_id = @ownerId and not exists
           (select 1 from agent_tokens where owner_id = @ownerId and revoked_at is null and expires_at > @nowMs and own = 0)`,
        )
        .run({ ownerId, nowMs })
    ).changes > 0
  );
}

/** The owners whose kept key no valid token needs any more. */
export async function ownersOfUnusedAgentKeys(store: Store, nowMs: number): Promise<string[]> {
  const rows = await store
    .prepare<[number], { owner_id: string }>(
      `select owner_id from agent_keys where not exists
         (select 1 from agent_tokens where agent_tokens.owner_id = agent_keys.owner_id and revoked_at is null
            and expires_at > ? and own = 0)`,
    )
    .all(nowMs);
  return rows.map((row) => row.owner_id);
}
