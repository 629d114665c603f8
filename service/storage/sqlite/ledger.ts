import type { Credits, Ledger, Reservation, SettlementDetails } from "../ports.ts";
import { Claims } from "./claims.ts";
import type { Database } from "./database.ts";
import { createIdempotency } from "./idempotency.ts";
import type { KeyRows } from "./key-rows.ts";
import { verifyLedger } from "./ledger-verify.ts";
import { keepDeliveredTexts } from "./quote-checks.ts";
import type { Reservations } from "./reservations.ts";
import { write } from "./writes.ts";

interface BalanceRow {
  granted: number | null;
  balance: number;
}

export interface SqliteLedger extends Ledger {
  /** In the transaction that runs, or in one of its own. */
  grantNow(keyId: string, credits: number, nowMs: number): Credits | "unknown_key" | "unlimited_key";
}

/** `beforeCommit` is called inside the settling transaction, for tests that end the process there. */
export function createLedger(
  db: Database,
  rows: KeyRows,
  reservations: Reservations,
  beforeCommit?: () => void,
): SqliteLedger {
  const idempotency = createIdempotency(db);
  const claims = new Claims(idempotency);
  const find = db.prepare<[string], BalanceRow>("SELECT granted, balance FROM api_keys WHERE id = ?");
  const keepTexts = keepDeliveredTexts(db);
  const settle = settlementOn(db, (keyId, details) => {
    if (details.texts !== undefined) keepTexts(keyId, details.texts);
    if (details.idempotent !== undefined) idempotency.store(details.idempotent, details.atMs);
    beforeCommit?.();
  });
  const grant = grantOn(db, reservations);

  return {
    claim: async (request) => claims.take(request),
    dropClaim: async (claim) => claims.end(claim),
    async reserve(request) {
      const row = find.get(request.keyId);
      if (row === undefined) throw new Error(`Key ${request.keyId} is gone.`);
      return reservations.reserve(request, row.granted === null ? null : row.balance);
    },
    async settle(reservation, details) {
      if (!reservations.isOpen(reservation)) throw new Error("The reservation was settled or released before.");
      const claim = details.idempotent?.claim;
      if (claim !== undefined && !claims.isHeld(claim)) throw new Error("The claim was settled or dropped before.");
      const row = await write(db, () => settle(reservation, details));
      rows.forget();
      reservations.end(reservation);
      if (claim !== undefined) claims.end(claim);
      return reservations.creditsOf(reservation.keyId, row);
    },
    release: async (reservation) => reservations.end(reservation),
    async grant(keyId, credits, nowMs) {
      const granted = await write(db, () => grant(keyId, credits, nowMs));
      rows.forget();
      return granted;
    },
    grantNow: grant,
    purgeResponses: (nowMs) => write(db, () => idempotency.purge(nowMs)),
    verify: async () => verifyLedger(db),
  };
}

function settlementOn(db: Database, keep: (keyId: string, details: SettlementDetails) => void) {
  const charge = db.prepare<[{ keyId: string; credits: number }], BalanceRow>(`
    UPDATE api_keys
    SET balance = CASE WHEN granted IS NULL THEN 0 ELSE balance - @credits END, charged = charged + @credits
    WHERE id = @keyId AND (granted IS NULL OR balance >= @credits)
    RETURNING granted, balance`);
  const insert = db.prepare(`
    INSERT INTO ledger_entries (key_id, kind, credits, at_ms, endpoint, request_id, idempotency_key)
    VALUES (?, 'charge', ?, ?, ?, ?, ?)`);
  const settle = db.transaction((reservation: Reservation, details: SettlementDetails): BalanceRow => {
    const { keyId, credits } = reservation;
    const row = charge.get({ keyId, credits });
    if (row === undefined) throw new Error(`Key ${keyId} no longer holds ${credits} credits.`);
    const idempotencyKey = details.idempotent?.claim.idempotencyKey ?? null;
    insert.run(keyId, credits, details.atMs, details.endpoint, details.requestId, idempotencyKey);
    keep(keyId, details);
    return row;
  });
  return (reservation: Reservation, details: SettlementDetails) => settle.immediate(reservation, details);
}

function grantOn(db: Database, reservations: Reservations) {
  const add = db.prepare<[{ keyId: string; credits: number }], BalanceRow>(`
    UPDATE api_keys SET granted = granted + @credits, balance = balance + @credits
    WHERE id = @keyId AND granted IS NOT NULL RETURNING granted, balance`);
  const exists = db.prepare("SELECT 1 FROM api_keys WHERE id = ?").pluck();
  const insert = db.prepare("INSERT INTO ledger_entries (key_id, kind, credits, at_ms) VALUES (?, 'grant', ?, ?)");
  const grant = db.transaction((keyId: string, credits: number, nowMs: number) => {
    const row = add.get({ keyId, credits });
    if (row === undefined) return exists.get(keyId) === undefined ? "unknown_key" : "unlimited_key";
    insert.run(keyId, credits, nowMs);
    return row;
  });
  return (keyId: string, credits: number, nowMs: number): Credits | "unknown_key" | "unlimited_key" => {
    const result = grant.immediate(keyId, credits, nowMs);
    if (typeof result === "string") return result;
    return reservations.creditsOf(keyId, result) ?? "unlimited_key";
  };
}
