import Database from "better-sqlite3";

/**
 * What a restored store must not go on believing. Sessions that were ended since the backup must not come back, and
 * a balance noted before it proves nothing about a purchase that was under way: other purchases may lie between.
 */
export function forgetWhatTimeOvertook(file: string, options: { readonly keepSessions: boolean }): number {
  const store = new Database(file);
  try {
    return store.transaction(() => {
      store.prepare("update intents set balance_before = null where state in ('intent', 'sent', 'unknown')").run();
      // The promise to recognise repeats stays: it is the service's, and comes anew with its next answer.
      store
        .prepare(
          "update key_states set balance = null, reset = null, limited_from = null, limited_until = null, quota_until = null",
        )
        .run();
      return options.keepSessions ? 0 : store.prepare("delete from sessions").run().changes;
    })();
  } finally {
    store.close();
  }
}
