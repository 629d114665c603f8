import { randomUUID } from "node:crypto";
import { type Connections, isLost, refusalOf, retrying } from "../../../lib/kit/postgres/connection.ts";
import type { Claim, Credits, Insufficient, Ledger, Reservation, SettlementDetails } from "../account-ports.ts";
import { packResponse, unpackResponse } from "../rows/kept-responses.ts";
import type { Leases } from "./leases.ts";
import { verifyLedger } from "./ledger-verify.ts";

interface BalanceRow {
  readonly granted: number | null;
  readonly balance: number;
  readonly reserved: number;
}

interface ResponseRow {
  readonly token: string;
  readonly fingerprint: Uint8Array;
  readonly headers: string | null;
  readonly body: Uint8Array | null;
  readonly packed: number | null;
  readonly blob: string | null;
}

interface HeldClaim extends Claim {
  readonly token: string;
}

interface HeldReservation extends Reservation {
  readonly id: string;
}

/** A charge whose outcome is unknown, because its connection broke, is looked for this long. */
const settleForMs = 20_000;
/** Expired answers removed in one go. */
const purgeCountMax = 500;

/**
 * Reservations and claims are rows of this process, by its lease. A settlement removes one and fills the other in one
 * transaction, so that whoever comes second, the sweeper or a settlement that is late, does nothing.
 */
export function createLedger(connections: Connections, leases: Leases): Ledger {
  const { quick, durable, once } = connections;
  const tokens = new WeakMap<Claim, string>();
  const ids = new WeakMap<Reservation, string>();

  const dropClaim = ({ keyId, idempotencyKey, token }: HeldClaim) =>
    quick.rows(
      "DELETE FROM idempotent_responses WHERE key_id = ? AND idempotency_key = ? AND token = ?::uuid AND headers IS NULL",
      [keyId, idempotencyKey, token],
    );
  const release = ({ id }: HeldReservation) => quick.rows("SELECT release_credits(?::uuid)", [id]);

  return {
    async claim({ keyId, idempotencyKey, fingerprint, nowMs }) {
      await leases.hold();
      const claim: HeldClaim = { keyId, idempotencyKey, fingerprint, token: randomUUID() };
      const row = await undoneOnFailure(
        () =>
          quick.row<ResponseRow>(
            `SELECT token, fingerprint, headers, body, packed, blob
             FROM claim_key(?, ?, ?, ?::uuid, ?::uuid, ?)`,
            [keyId, idempotencyKey, fingerprint, claim.token, leases.owner, nowMs],
          ),
        () => dropClaim(claim),
      );
      if (row === undefined) throw new Error("The database answered nothing to a claim.");
      if (row.token === claim.token) {
        tokens.set(claim, claim.token);
        return { kind: "claimed", claim };
      }
      if (row.headers === null) return { kind: "running", fingerprint: row.fingerprint };
      const kept = { headers: row.headers, body: row.body, packed: row.packed === 1, blob: row.blob };
      return { kind: "answered", fingerprint: row.fingerprint, response: unpackResponse(kept) };
    },
    async dropClaim(claim) {
      const token = tokens.get(claim);
      if (token !== undefined) await leases.eventually(() => dropClaim({ ...claim, token }));
    },
    async reserve({ keyId, credits }): Promise<Reservation | Insufficient> {
      await leases.hold();
      const reservation: HeldReservation = { keyId, credits, id: randomUUID() };
      const row = await undoneOnFailure(
        () =>
          quick.row<{ taken: boolean; remaining: number }>(
            "SELECT taken, remaining FROM reserve_credits(?, ?, ?::uuid, ?::uuid)",
            [keyId, credits, reservation.id, leases.owner],
          ),
        () => release(reservation),
      );
      if (row?.taken !== true) return { creditsRemaining: row?.remaining ?? 0 };
      ids.set(reservation, reservation.id);
      return reservation;
    },
    async settle(reservation, details) {
      const id = ids.get(reservation);
      if (id === undefined) throw new Error("The reservation was settled or released before.");
      const claim = details.idempotent?.claim;
      const token = claim === undefined ? undefined : tokens.get(claim);
      if (claim !== undefined && token === undefined) throw new Error("The claim was settled or dropped before.");
      const row = await settleOnce(connections, { id, token: token ?? null, details });
      ids.delete(reservation);
      if (claim !== undefined) tokens.delete(claim);
      return creditsOf(row);
    },
    async release(reservation) {
      const id = ids.get(reservation);
      if (id === undefined) return;
      ids.delete(reservation);
      await leases.eventually(() => release({ ...reservation, id }));
    },
    async grant(keyId, credits, nowMs) {
      const row = await once.row<BalanceRow>("SELECT * FROM grant_credits(?, ?, ?)", [keyId, credits, nowMs]);
      if (row !== undefined) return creditsOf(row) ?? "unlimited_key";
      const known = await durable.row("SELECT 1 FROM api_keys WHERE id = ?", [keyId]);
      return known === undefined ? "unknown_key" : "unlimited_key";
    },
    async purgeResponses(nowMs) {
      const rows = await quick.rows(
        `DELETE FROM idempotent_responses WHERE (key_id, idempotency_key) IN
           (SELECT key_id, idempotency_key FROM idempotent_responses WHERE expires_at_ms <= ?
            ORDER BY expires_at_ms LIMIT ${purgeCountMax} FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
        [nowMs],
      );
      return rows.length;
    },
    verify: () => connections.snapshot(verifyLedger),
  };

  /** A row that may have been written is removed, now or later. */
  async function undoneOnFailure<T>(work: () => Promise<T>, undo: () => Promise<unknown>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await leases.eventually(undo).catch(() => {});
      throw error;
    }
  }
}

interface Settlement {
  readonly id: string;
  readonly token: string | null;
  readonly details: SettlementDetails;
}

/**
 * After a broken connection the charge may have been made or not. It is tried again: it waits for the rest of the
 * first attempt, and finds the reservation only if that made nothing of it.
 */
async function settleOnce(connections: Connections, settlement: Settlement): Promise<BalanceRow> {
  let wasLost = false;
  return retrying(async () => {
    try {
      const row = await connections.once.row<BalanceRow>(settleSql, valuesOf(settlement));
      if (row === undefined) throw new Error("The database answered nothing to a settlement.");
      return row;
    } catch (error) {
      if (isLost(error)) wasLost = true;
      const settled =
        wasLost && refusalOf(error) !== undefined ? await findSettled(connections, settlement.id) : undefined;
      if (settled === undefined) throw error;
      return settled;
    }
  }, settleForMs);
}

const settleSql = `SELECT granted, balance, reserved
  FROM settle(?::uuid, ?, ?, ?, ?, ?::uuid, ?, ?, ?, ?::smallint, ?, ?, ?::bytea[])`;

function valuesOf({ id, token, details }: Settlement): unknown[] {
  const { atMs, endpoint, requestId, idempotent, texts } = details;
  const kept = idempotent === undefined ? undefined : packResponse(idempotent.response);
  return [
    id,
    atMs,
    endpoint,
    requestId,
    idempotent?.claim.idempotencyKey ?? null,
    token,
    idempotent?.expiresAtMs ?? null,
    kept?.headers ?? null,
    kept?.blob ?? null,
    kept === undefined ? null : kept.packed ? 1 : 0,
    kept?.body ?? null,
    texts?.documentId ?? null,
    texts === undefined ? null : texts.hashes.map((hash) => Buffer.from(hash)),
  ];
}

function findSettled({ durable }: Connections, id: string): Promise<BalanceRow | undefined> {
  return durable.row<BalanceRow>(
    `SELECT k.granted, k.balance, k.reserved FROM ledger_entries e JOIN api_keys k ON k.id = e.key_id
     WHERE e.reservation = ?::uuid`,
    [id],
  );
}

function creditsOf({ granted, balance, reserved }: BalanceRow): Credits | null {
  return granted === null ? null : { granted, balance, reserved };
}
