import { listPauses, notePause } from "../store/key-pauses.ts";
import type { Store } from "../store/store.ts";
import type { KeyStates } from "./key-state.ts";

/**
 * Pauses of keys over all web apps of a database: what one of them is asked for by the service, the others keep to
 * within a second. A request that another one sends before is refused by the service and costs nothing.
 */
const readEveryMs = 1_000;

/** Returns what ends it. */
export function followSharedPauses(store: Store, keys: KeyStates): () => void {
  keys.whenPaused((key_id, scope, { untilMs, code }, noted_at) => {
    // While the database is away the pause holds here alone.
    notePause(store, { key_id, scope, until_at: untilMs, code, noted_at }).catch(() => undefined);
  });
  let isReading = false;
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    readPauses(store, keys)
      .catch(() => undefined)
      .finally(() => {
        isReading = false;
      });
  }, readEveryMs).unref();
  return () => {
    clearInterval(timer);
    keys.whenPaused(undefined);
  };
}

export async function readPauses(store: Store, keys: KeyStates): Promise<void> {
  for (const { key_id, scope, until_at, code, noted_at } of await listPauses(store, Date.now())) {
    keys.takeOver(key_id, scope, { untilMs: until_at, code }, noted_at);
  }
}
