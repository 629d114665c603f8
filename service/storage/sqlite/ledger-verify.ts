import type { LedgerReport } from "../ports.ts";
import { chargeDrift, driftsOf, type Recomputed, type RepeatedCharge } from "../rows/ledger-drifts.ts";
import type { Database } from "./database.ts";

/**
 * Recomputes every key from its ledger entries, in one snapshot. Balances alone would not
 * show a request charged twice, so every kept answer must have exactly one charge of its own.
 */
export function verifyLedger(db: Database): LedgerReport {
  return db.transaction(() => {
    const keys = db.prepare<[], Recomputed>(sums).all();
    const entries = db.prepare<[], number>("SELECT count(*) FROM ledger_entries").pluck().get() ?? 0;
    const drifts = keys.flatMap(driftsOf);
    for (const row of db.prepare<[], RepeatedCharge>(charges).iterate()) drifts.push(chargeDrift(row));
    const foreign = db.pragma("foreign_key_check");
    if (Array.isArray(foreign) && foreign.length > 0) drifts.push(`${foreign.length} rows refer to rows that are gone`);
    return { keys: keys.length, entries, drifts };
  })();
}

const sums = `
  WITH entry_sums AS (
    SELECT key_id, sum(credits) FILTER (WHERE kind = 'grant') AS granted, sum(credits) FILTER (WHERE kind = 'charge') AS charged
    FROM ledger_entries GROUP BY key_id
  )
  SELECT id, api_keys.granted, balance, api_keys.charged, 0 AS reserved, 0 AS reserved_sum,
    coalesce(entry_sums.granted, 0) AS granted_sum,
    coalesce(entry_sums.charged, 0) AS charged_sum
  FROM api_keys
  LEFT JOIN entry_sums ON entry_sums.key_id = id
  ORDER BY id`;

// An expired key may be used and charged anew, so only charges since the kept answer count.
const charges = `
  SELECT r.key_id, r.idempotency_key, count(e.id) AS charges
  FROM idempotent_responses r
  LEFT JOIN ledger_entries e
    ON e.key_id = r.key_id AND e.idempotency_key = r.idempotency_key AND e.kind = 'charge' AND e.at_ms >= r.stored_at_ms
  GROUP BY r.key_id, r.idempotency_key
  HAVING count(e.id) <> 1`;
