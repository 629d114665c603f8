import { newApiKey, newKeyId, secretHashOf } from "../../service/domain/keys/api-key.ts";
import { openStore } from "../../service/storage/open-store.ts";

/** As the store is seeded. */
export const documentIdOf = (number: number) => `S${String(number).padStart(8, "0")}`;
export const timelineAtMs = (number: number) => 1_500_000_000_000 + Math.floor(number / 3) * 60_000;

/** A catalog with a number of documents, written directly into the table, since these measurements read only rows. */
export async function seedStore(folder: string, documents: number): Promise<{ readonly key: string }> {
  const store = openStore(folder);
  store.db.pragma("journal_mode = OFF");
  store.db.pragma("synchronous = OFF");
  store.db.pragma("cache_size = -400000");
  const insert = store.db.prepare(`
    INSERT INTO documents (document_id, family, type, title, security_code, issuer_name, timeline_at_ms, period_start,
      period_end, fiscal_period, status, listed_page_count, page_count, page_runs, character_count, language, fingerprint)
    SELECT printf('S%08d', value), 'edinet_filing', 'annual_securities_report',
      '有価証券報告書－第' || (value % 90) || '期(2024/04/01－2025/03/31)', printf('%04d', 1000 + value % 4000),
      '株式会社試験' || (value % 4000), 1500000000000 + (value / 3) * 60000, '2024-04-01', '2025-03-31', '2024FY',
      'ready', 120, 120, '[[1,120,595,842,1]]', 143659, 'ja', printf('%08x', value)
    FROM (WITH RECURSIVE counter(value) AS (SELECT ? UNION ALL SELECT value + 1 FROM counter WHERE value < ?) SELECT value FROM counter)`);
  const step = 100_000;
  for (let first = 1; first <= documents; first += step) insert.run(first, Math.min(documents, first + step - 1));
  store.db.exec("ANALYZE");
  store.db.pragma("journal_mode = WAL");
  const key = newApiKey();
  await store.keys.create({
    id: newKeyId(),
    name: "bench",
    secretHash: secretHashOf(key),
    createdAtMs: Date.now(),
    entitled: true,
    perMinute: 1_000_000_000,
    perDay: 1_000_000_000,
    credits: 1_000_000_000,
  });
  store.close();
  return { key };
}
