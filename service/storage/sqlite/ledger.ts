import type { Credits, Ledger, Reservation, ReservationRequest, SettlementDetails } from "../ports.ts";
import { whenFree } from "./busy.ts";
import type { Database } from "./database.ts";
import { createIdempotency } from "./idempotency.ts";
import { verifyLedger } from "./ledger-verify.ts";

/**
 * Reservations are written without waiting for the disk: one that a power cut takes was never charged. The
 * settlement waits, and syncs whatever was written before it.
 */
export interface LedgerConnections {
  readonly full: Database;
  readonly normal: Database;
  /** Called inside the settling transaction, for tests that end the process there. */
  readonly beforeCommit?: (() => void) | undefined;
}

interface BalanceRow {
  granted: number | null;
  balance: number;
  reserved: number;
}

export function createLedger({ full, normal, beforeCommit }: LedgerConnections): Ledger {
  const idempotency = createIdempotency(full);
  const { reserve, release, releaseStale } = reservationsOn(normal);
  const settle = settlementOn(full, (keyId, details) => {
    if (details.idempotent !== undefined) idempotency.store(keyId, details.idempotent, details.atMs);
    beforeCommit?.();
  });
  const grant = grantOn(full);

  return {
    reserve: (request) => whenFree(() => reserve(request)),
    settle: (reservation, details) => whenFree(() => settle(reservation, details)),
    release: (reservation) => whenFree(() => release(reservation)),
    releaseStale: () => whenFree(releaseStale),
    grant: (keyId, credits, nowMs) => whenFree(() => grant(keyId, credits, nowMs)),
    findResponse: async (keyId, key, nowMs) => idempotency.find(keyId, key, nowMs),
    purgeResponses: (nowMs) => whenFree(() => idempotency.purge(nowMs)),
    verify: async () => verifyLedger(full),
  };
}

function reservationsOn(db: Database) {
  const setAside = db.prepare(`
    UPDATE api_keys
    SET balance = CASE WHEN granted IS NULL THEN 0 ELSE balance - @credits END, reserved = reserved + @credits
    WHERE id = @keyId AND (granted IS NULL OR balance >= @credits)`);
  const insert = db.prepare(`
    INSERT INTO reservations (key_id, credits, endpoint, request_id, reserved_at_ms)
    VALUES (@keyId, @credits, @endpoint, @requestId, @nowMs)`);
  const remove = db.prepare("DELETE FROM reservations WHERE id = ?");
  const giveBack = db.prepare(`
    UPDATE api_keys
    SET balance = CASE WHEN granted IS NULL THEN 0 ELSE balance + @credits END, reserved = reserved - @credits
    WHERE id = @keyId`);
  const stale = db.prepare<[], { id: number; keyId: string; credits: number }>(
    "SELECT id, key_id AS keyId, credits FROM reservations",
  );

  const reserve = db.transaction((request: ReservationRequest): Reservation | undefined => {
    if (setAside.run(request).changes === 0) return undefined;
    const { lastInsertRowid } = insert.run(request);
    return { id: Number(lastInsertRowid), keyId: request.keyId, credits: request.credits };
  });
  const release = db.transaction((reservation: Reservation): void => {
    // Released or settled before: credits are given back once.
    if (remove.run(reservation.id).changes === 1) giveBack.run(reservation);
  });
  const releaseStale = db.transaction((): number => {
    const found = stale.all();
    for (const each of found) release(each);
    return found.length;
  });
  return {
    reserve: (request: ReservationRequest) => reserve.immediate(request),
    release: (reservation: Reservation) => release.immediate(reservation),
    releaseStale: () => releaseStale.immediate(),
  };
}

function settlementOn(db: Database, keep: (keyId: string, details: SettlementDetails) => void) {
  const remove = db.prepare("DELETE FROM reservations WHERE id = ?");
  const charge = db.prepare<[{ keyId: string; credits: number }], BalanceRow>(`
    UPDATE api_keys SET reserved = reserved - @credits, charged = charged + @credits
    WHERE id = @keyId RETURNING granted, balance, reserved`);
  const insert = db.prepare(`
    INSERT INTO ledger_entries (key_id, kind, credits, at_ms, endpoint, request_id, idempotency_key)
    VALUES (?, 'charge', ?, ?, ?, ?, ?)`);
  const settle = db.transaction((reservation: Reservation, details: SettlementDetails): Credits | null => {
    const { keyId, credits } = reservation;
    if (remove.run(reservation.id).changes !== 1) throw new Error(`Reservation ${reservation.id} is gone.`);
    const row = charge.get({ keyId, credits });
    if (row === undefined) throw new Error(`Key ${keyId} is gone.`);
    const idempotencyKey = details.idempotent?.idempotencyKey ?? null;
    insert.run(keyId, credits, details.atMs, details.endpoint, details.requestId, idempotencyKey);
    keep(keyId, details);
    return creditsOf(row);
  });
  return (reservation: Reservation, details: SettlementDetails) => settle.immediate(reservation, details);
}

function grantOn(db: Database) {
  const find = db.prepare<[string], BalanceRow>("SELECT granted, balance, reserved FROM api_keys WHERE id = ?");
  const add = db.prepare<[{ keyId: string; credits: number }], BalanceRow>(`
    UPDATE api_keys SET granted = granted + @credits, balance = balance + @credits
    WHERE id = @keyId RETURNING granted, balance, reserved`);
  const insert = db.prepare("INSERT INTO ledger_entries (key_id, kind, credits, at_ms) VALUES (?, 'grant', ?, ?)");
  const grant = db.transaction((keyId: string, credits: number, nowMs: number) => {
    const before = find.get(keyId);
    if (before === undefined) return "unknown_key" as const;
    if (before.granted === null) return "unlimited_key" as const;
    const after = add.get({ keyId, credits });
    insert.run(keyId, credits, nowMs);
    return (after === undefined ? null : creditsOf(after)) ?? ("unknown_key" as const);
  });
  return (keyId: string, credits: number, nowMs: number) => grant.immediate(keyId, credits, nowMs);
}

function creditsOf(row: BalanceRow): Credits | null {
  return row.granted === null ? null : { granted: row.granted, balance: row.balance, reserved: row.reserved };
}
