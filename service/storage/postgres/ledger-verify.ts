import type { Queries } from "../../../lib/kit/postgres/connection.ts";
import type { LedgerReport } from "../account-ports.ts";
import { chargeDrift, driftsOf, type Recomputed, type RepeatedCharge } from "../rows/ledger-drifts.ts";

/** Recomputes every key from its entries and reservations, and counts the charges of every kept answer. */
export async function verifyLedger(db: Queries): Promise<LedgerReport> {
  const keys = await db.rows<Recomputed>(sums);
  const entries = await db.row<{ count: number }>("SELECT count(*) AS count FROM ledger_entries");
  const [strays] = await db.rows<{ count: number }>(withoutKey);
  const repeated = await db.rows<RepeatedCharge>(charges);
  return {
    keys: keys.length,
    entries: entries?.count ?? 0,
    drifts: [
      ...keys.flatMap(driftsOf),
      ...repeated.map(chargeDrift),
      ...(strays !== undefined && strays.count > 0 ? [`${strays.count} rows belong to no key`] : []),
    ],
  };
}

const sums = `
  WITH entry_sums AS (
    SELECT key_id, sum(credits) FILTER (WHERE kind = 'grant') AS granted, sum(credits) FILTER (WHERE kind = 'charge') AS charged
    FROM ledger_entries GROUP BY key_id
  ), held AS (SELECT key_id, sum(credits) AS credits FROM reservations GROUP BY key_id)
  SELECT k.id, k.granted, k.balance, k.reserved, k.charged,
    CASE WHEN k.granted IS NULL THEN 0 ELSE coalesce(h.credits, 0) END::bigint AS reserved_sum,
    coalesce(e.granted, 0)::bigint AS granted_sum, coalesce(e.charged, 0)::bigint AS charged_sum
  FROM api_keys k LEFT JOIN entry_sums e ON e.key_id = k.id LEFT JOIN held h ON h.key_id = k.id ORDER BY k.id`;

const withoutKey = `
  SELECT count(*) AS count FROM (
    SELECT key_id FROM ledger_entries UNION SELECT key_id FROM reservations UNION SELECT key_id FROM idempotent_responses
  ) r WHERE NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.id = r.key_id)`;

// An expired key may be used and charged anew, so only charges since the kept answer count.
const charges = `
  SELECT r.key_id, r.idempotency_key, count(e.id) AS charges
  FROM idempotent_responses r
  LEFT JOIN ledger_entries e
    ON e.key_id = r.key_id AND e.idempotency_key = r.idempotency_key AND e.kind = 'charge' AND e.at_ms >= r.stored_at_ms
  WHERE r.headers IS NOT NULL
  GROUP BY r.key_id, r.idempotency_key HAVING count(e.id) <> 1`;
