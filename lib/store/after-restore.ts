import Database from "better-sqlite3";

/**
 * Removes outdated data from a restored store. Sessions ended since the backup must not become valid again, and an old
 * balance proves nothing about an unfinished purchase, because others may have followed.
 */
export function removeOutdatedData(file: string, options: { readonly keepSessions: boolean }): number {
  const store = new Database(file);
  try {
    return store.transaction(() => {
      store.prepare("update intents set balance_before = null where state in ('intent', 'sent', 'unknown')").run();
      // The service's promise to recognise repeated requests is kept; its next answer renews it.
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
