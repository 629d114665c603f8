import { createHash, randomBytes } from "node:crypto";
import type { Store } from "../store/database.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  type SessionRow,
  touchSession,
} from "../store/sessions.ts";
import type { Identity } from "./identity.ts";
import { seal, sealPurposes, unseal } from "./sealing.ts";
import type { SecretVersion } from "./secrets.ts";

/** Sessions end after 8 hours without use and after 7 days in any case. */
export const idleMs = 8 * 3_600_000;
export const absoluteMs = 7 * 24 * 3_600_000;
/** Use is noted once a minute: a page load must not cost a write to disk. */
const touchEveryMs = 60_000;

export interface OpenSession {
  readonly sessionHash: string;
  readonly ownerId: string;
  readonly keyId: string;
  readonly upstreamUrl: string;
  readonly apiKey: string;
  readonly demo: boolean;
  readonly createdAtMs: number;
  /** Only until it has been noted down. */
  readonly recoveryCode: string | undefined;
}

export function sessionHashOf(sessionId: string): string {
  return createHash("sha256").update(`hiraku session\0${sessionId}`).digest("hex");
}

interface Begin {
  readonly identity: Identity;
  readonly upstreamUrl: string;
  readonly apiKey: string;
  readonly demo: boolean;
  readonly nowMs: number;
  readonly versions: readonly SecretVersion[];
}

/** Opens a session and returns its id, which only the cookie will hold. */
export function beginSession(store: Store, begin: Begin): string {
  const sessionId = randomBytes(32).toString("base64url");
  const { ownerId, keyId, recoveryCode } = begin.identity;
  deleteExpiredSessions(store, expiryBounds(begin.nowMs));
  insertSession(store, {
    session_hash: sessionHashOf(sessionId),
    owner_id: ownerId,
    key_id: keyId,
    upstream: begin.upstreamUrl,
    sealed_key: seal(begin.apiKey, { owner: ownerId, purpose: sealPurposes.sessionKey }, begin.versions),
    demo: begin.demo ? 1 : 0,
    sealed_recovery_code:
      recoveryCode === undefined || begin.demo
        ? null
        : seal(recoveryCode, { owner: ownerId, purpose: sealPurposes.recoveryCode }, begin.versions),
    created_at: begin.nowMs,
    seen_at: begin.nowMs,
  });
  return sessionId;
}

/** The session behind an id, if it lives and belongs to the service we are set up for. */
export function resumeSession(
  store: Store,
  sessionId: string,
  now: { nowMs: number; upstreamUrl: string; versions: readonly SecretVersion[] },
): OpenSession | undefined {
  const sessionHash = sessionHashOf(sessionId);
  const row = findSession(store, sessionHash);
  if (row === undefined) return undefined;
  const { seenBefore, createdBefore } = expiryBounds(now.nowMs);
  if (row.seen_at < seenBefore || row.created_at < createdBefore) {
    deleteSession(store, sessionHash);
    return undefined;
  }
  // The app was pointed at another service: this key is not meant for it.
  if (row.upstream !== now.upstreamUrl) return undefined;
  if (now.nowMs - row.seen_at >= touchEveryMs) touchSession(store, sessionHash, now.nowMs);
  return open(row, now.versions);
}

function open(row: SessionRow, versions: readonly SecretVersion[]): OpenSession {
  return {
    sessionHash: row.session_hash,
    ownerId: row.owner_id,
    keyId: row.key_id,
    upstreamUrl: row.upstream,
    apiKey: unseal(row.sealed_key, { owner: row.owner_id, purpose: sealPurposes.sessionKey }, versions),
    demo: row.demo === 1,
    createdAtMs: row.created_at,
    recoveryCode:
      row.sealed_recovery_code === null
        ? undefined
        : unseal(row.sealed_recovery_code, { owner: row.owner_id, purpose: sealPurposes.recoveryCode }, versions),
  };
}

function expiryBounds(nowMs: number): { seenBefore: number; createdBefore: number } {
  return { seenBefore: nowMs - idleMs, createdBefore: nowMs - absoluteMs };
}
