import Database from "better-sqlite3";

/**
 * Removes outdated data from a restored store. Sessions, feeds, webhooks, mails and tokens that were ended since the backup must
 * not become valid again, and neither must a key that was let go of or the share of a dossier or a check. An old balance proves
 * nothing about an unfinished purchase, because others may have followed. A basket that was running may have ended since,
 * and is not resumed.
 */
export function removeOutdatedData(file: string, options: { readonly keepSessions: boolean }): number {
  const store = new Database(file);
  try {
    return store.transaction(() => {
      store.prepare("update intents set balance_before = null where state in ('intent', 'sent', 'unknown')").run();
      store
        .prepare("update basket_runs set stopped_at = coalesce(stopped_at, unixepoch() * 1000) where ended_at is null")
        .run();
      // The service's promise to recognise repeated requests is kept; its next answer renews it.
      store
        .prepare(
          "update key_states set balance = null, reset = null, limited_from = null, limited_until = null, quota_until = null",
        )
        .run();
      if (options.keepSessions) return 0;
      for (const table of ["kept_keys", "agent_keys", "feeds", "deliveries", "webhooks"]) {
        store.prepare(`delete from ${table}`).run();
      }
      store.prepare("update daily_mails set state = 'ended', sealed_address = null, confirm_hash = null").run();
      store.prepare("update dossiers set share_id = null, shared_at = null").run();
      store.prepare("update checks set share_id = null, shared_at = null").run();
      store.prepare("update agent_tokens set revoked_at = unixepoch() * 1000 where revoked_at is null").run();
      return store.prepare("delete from sessions").run().changes;
    })();
  } finally {
    store.close();
  }
}
