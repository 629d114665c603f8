import type { Store } from "./database.ts";

/** The session's id is only in its cookie: the store has a hash. */
export interface OperatorSessionRow {
  readonly session_hash: string;
  readonly upstream: string;
  readonly sealed_key: string;
  readonly created_at: number;
}

/** Removes those begun before a time, so that no key outlives its session for long. */
export async function insertOperatorSession(store: Store, row: OperatorSessionRow, begunBefore: number): Promise<void> {
  await store.atomically(async () => {
    await store.prepare("delete from operator_sessions where created_at < ?").run(begunBefore);
    await store
      .prepare<OperatorSessionRow>(
        `insert into operator_sessions (session_hash, upstream, sealed_key, created_at)
         values (@session_hash, @upstream, @sealed_key, @created_at)`,
      )
      .run(row);
  });
}

export function findOperatorSession(store: Store, sessionHash: string): Promise<OperatorSessionRow | undefined> {
  return store
    .prepare<[string], OperatorSessionRow>("select * from operator_sessions where session_hash = ?")
    .get(sessionHash);
}

export async function deleteOperatorSession(store: Store, sessionHash: string): Promise<void> {
  await store.prepare("delete from operator_sessions where session_hash = ?").run(sessionHash);
}
