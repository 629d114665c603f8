/** A file with a maker can be made again; one that a kept answer repeats must be the same to the byte. */
export const requiredFiles = `
  SELECT blob FROM originals WHERE blob IS NOT NULL AND maker IS NULL
  UNION SELECT blob FROM images
  UNION SELECT blob FROM idempotent_responses WHERE blob IS NOT NULL`;

/** A key that was charged again after its retention can't be compared with a single purchase. */
export const chargesByKey = `
  SELECT idempotency_key AS key, CAST(sum(credits) AS bigint) AS credits FROM ledger_entries
  WHERE kind = 'charge' AND idempotency_key IS NOT NULL GROUP BY idempotency_key HAVING count(*) = 1`;
