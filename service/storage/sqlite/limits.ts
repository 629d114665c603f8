import type { Limits, RequestCounters } from "../ports.ts";
import type { Database } from "./database.ts";
import { write } from "./writes.ts";

export function createLimits(db: Database): Limits {
  const select = db.prepare<[string], RequestCounters>(`
    SELECT key_id AS keyId, minute, minute_count AS minuteCount, day, day_count AS dayCount
    FROM request_counters WHERE key_id = ?`);
  const upsert = db.prepare(`
    INSERT INTO request_counters (key_id, minute, minute_count, day, day_count)
    VALUES (@keyId, @minute, @minuteCount, @day, @dayCount)
    ON CONFLICT (key_id) DO UPDATE SET
      minute = excluded.minute, minute_count = excluded.minute_count, day = excluded.day, day_count = excluded.day_count`);
  const save = db.transaction((counters: readonly RequestCounters[]) => {
    for (const each of counters) upsert.run(each);
  });
  return {
    load: async (keyId) => select.get(keyId),
    save: (counters) => write(db, () => save.immediate(counters)),
  };
}
