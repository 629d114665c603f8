import type { Store } from "./database.ts";

/** A signed-in browser. The id itself is only in its cookie: the store keeps a hash. */
export interface SessionRow {
  readonly session_hash: string;
  readonly owner_id: string;
  readonly key_id: string;
  readonly upstream: string;
  readonly sealed_key: string;
  readonly demo: number;
  readonly sealed_recovery_code: string | null;
  readonly created_at: number;
  readonly seen_at: number;
}

export function insertSession(store: Store, row: SessionRow): void {
  store
    .prepare<SessionRow>(
      `insert into sessions (session_hash, owner_id, key_id, upstream, sealed_key, demo, sealed_recovery_code, created_at, seen_at)
       values (@session_hash, @owner_id, @key_id, @upstream, @sealed_key, @demo, @sealed_recovery_code, @created_at, @seen_at)`,
    )
    .run(row);
}

export function findSession(store: Store, sessionHash: string): SessionRow | undefined {
  return store.prepare<[string], SessionRow>("select * from sessions where session_hash = ?").get(sessionHash);
}

export function touchSession(store: Store, sessionHash: string, nowMs: number): void {
  store.prepare("update sessions set seen_at = ? where session_hash = ?").run(nowMs, sessionHash);
}

/** The recovery code has been noted down: from now on nobody can show it again. */
export function forgetRecoveryCode(store: Store, sessionHash: string): void {
  store.prepare("update sessions set sealed_recovery_code = null where session_hash = ?").run(sessionHash);
}

export function deleteSession(store: Store, sessionHash: string): void {
  store.prepare("delete from sessions where session_hash = ?").run(sessionHash);
}

export function deleteSessionsOfOwner(store: Store, ownerId: string): number {
  return store.prepare("delete from sessions where owner_id = ?").run(ownerId).changes;
}

export function countSessionsOfOwner(store: Store, ownerId: string): number {
  const count = store
    .prepare<[string], number>("select count(*) from sessions where owner_id = ?")
    .pluck()
    .get(ownerId);
  return Number(count ?? 0);
}

export function deleteExpiredSessions(store: Store, limits: { seenBefore: number; createdBefore: number }): number {
  return store.prepare("delete from sessions where seen_at < @seenBefore or created_at < @createdBefore").run(limits)
    .changes;
}
