import type { Store } from "./database.ts";

/** A signed-in browser. The id itself is only in its cookie: the store keeps a hash. */
export interface SessionRow {
  readonly session_hash: string;
  readonly owner_id: string;
  readonly key_id: string;
  readonly upstream: string;
  readonly sealed_key: string;
  readonly demo: number;
  readonly created_at: number;
  readonly seen_at: number;
  /** The names of browser and system, never the whole header. */
  readonly browser: string | null;
  /** Set by an operator's command while the web app runs; it ends the session at its next use. */
  readonly ended_by: "operator" | null;
}

export interface SessionBounds {
  readonly seenBefore: number;
  readonly createdBefore: number;
}

export async function insertSession(store: Store, row: SessionRow): Promise<void> {
  await store
    .prepare<SessionRow>(
      `insert into sessions (session_hash, owner_id, key_id, upstream, sealed_key, demo, created_at, seen_at, browser, ended_by)
       values (@session_hash, @owner_id, @key_id, @upstream, @sealed_key, @demo, @created_at, @seen_at, @browser, @ended_by)`,
    )
    .run(row);
}

export function findSession(store: Store, sessionHash: string): Promise<SessionRow | undefined> {
  return store.prepare<[string], SessionRow>("select * from sessions where session_hash = ?").get(sessionHash);
}

export async function touchSession(store: Store, sessionHash: string, nowMs: number): Promise<void> {
  await store.prepare("update sessions set seen_at = ? where session_hash = ?").run(nowMs, sessionHash);
}

export async function deleteSession(store: Store, sessionHash: string): Promise<void> {
  await store.prepare("delete from sessions where session_hash = ?").run(sessionHash);
}

export async function deleteSessionsOfOwner(store: Store, ownerId: string): Promise<number> {
  return (await store.prepare("delete from sessions where owner_id = ?").run(ownerId)).changes;
}

export function deleteSessionsOfKey(store: Store, keyId: string): Promise<SessionRow[]> {
  return store.prepare<[string], SessionRow>("delete from sessions where key_id = ? returning *").all(keyId);
}

const unexpired = "ended_by is null and seen_at >= @seenBefore and created_at >= @createdBefore";

/** The current sessions of one owner or of all, the last used first. */
export async function listSessions(store: Store, bounds: SessionBounds, ownerId?: string): Promise<SessionRow[]> {
  const ofOwner = ownerId === undefined ? "" : "and owner_id = @ownerId";
  return store
    .prepare<SessionBounds & { ownerId: string }, SessionRow>(
      `select * from sessions where ${unexpired} ${ofOwner} order by seen_at desc, session_hash`,
    )
    .all({ ...bounds, ownerId: ownerId ?? "" });
}

/** The session whose hash has this prefix, if it is the only one. */
export async function findSessionByPrefix(store: Store, prefix: string): Promise<SessionRow | undefined> {
  const found = await store
    .prepare<[string, string], SessionRow>(
      "select * from sessions where session_hash >= ? and session_hash < ? limit 2",
    )
    .all(prefix, `${prefix}g`);
  return found.length === 1 ? found[0] : undefined;
}

/** Ends a session from outside the web app: its key is deleted at once, its row at the next use. */
export async function markSessionEnded(store: Store, sessionHash: string): Promise<void> {
  await store
    .prepare("update sessions set ended_by = 'operator', sealed_key = '' where session_hash = ?")
    .run(sessionHash);
}

/** Deletes an owner's sessions except the last used ones. */
export function deleteSurplusSessions(store: Store, ownerId: string, keptMax: number): Promise<SessionRow[]> {
  return store
    .prepare<[string, string, number], SessionRow>(
      `delete from sessions where owner_id = ? and session_hash not in
         (select session_hash from sessions where owner_id = ? order by seen_at desc, created_at desc limit ?)
       returning *`,
    )
    .all(ownerId, ownerId, keptMax);
}

export function deleteExpiredSessions(store: Store, bounds: SessionBounds): Promise<SessionRow[]> {
  return store
    .prepare<SessionBounds, SessionRow>(
      "delete from sessions where seen_at < @seenBefore or created_at < @createdBefore returning *",
    )
    .all(bounds);
}
