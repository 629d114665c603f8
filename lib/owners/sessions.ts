import { createHash, randomBytes } from "node:crypto";
import { logEvent } from "../log.ts";
import type { Store } from "../store/database.ts";
import { storeRecoveryCode } from "../store/recovery.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOfKey,
  deleteSurplusSessions,
  findSession,
  insertSession,
  type SessionBounds,
  type SessionRow,
  touchSession,
} from "../store/sessions.ts";
import type { Identity } from "./identity.ts";
import { seal, sealPurposes, unseal } from "./sealing.ts";
import type { SecretVersion } from "./secrets.ts";

/** Sessions end after 8 hours without use and after 7 days in any case. */
export const idleMs = 8 * 3_600_000;
export const absoluteMs = 7 * 24 * 3_600_000;
/** The most browsers signed in to one library; one more signs out the one unused for longest. */
export const sessionsPerOwnerMax = 100;
/** Use is recorded at most once a minute, so that a page load costs no write to disk. */
const touchEveryMs = 60_000;

export interface OpenSession {
  readonly sessionHash: string;
  readonly ownerId: string;
  readonly keyId: string;
  readonly upstreamUrl: string;
  readonly apiKey: string;
  readonly demo: boolean;
  readonly createdAtMs: number;
}

export function sessionHashOf(sessionId: string): string {
  return createHash("sha256").update(`hiraku session\0${sessionId}`).digest("hex");
}

interface NewSession {
  readonly identity: Identity;
  readonly upstreamUrl: string;
  readonly apiKey: string;
  readonly demo: boolean;
  /** The names of browser and system. */
  readonly browser?: string | null;
  readonly nowMs: number;
  readonly versions: readonly SecretVersion[];
}

/** A session's id in lists, forms and logs. It can't be used to resume the session. */
export function publicSessionId(sessionHash: string): string {
  return `ses_${sessionHash.slice(0, 16)}`;
}

/** The prefix of the session hash that a public id contains; undefined for any other text. */
export function hashPrefixOf(publicId: string): string | undefined {
  return /^ses_([0-9a-f]{16})$/.exec(publicId)?.[1];
}

/** Why a session ended, for the log. */
export type SessionEnd = "signed_out" | "ended_by_owner" | "operator" | "key_revoked" | "idle" | "expired" | "surplus";

export function logSessionEnd(row: Pick<SessionRow, "session_hash" | "owner_id" | "key_id">, reason: SessionEnd): void {
  const sessionId = publicSessionId(row.session_hash);
  logEvent("session_ended", { sessionId, ownerId: row.owner_id, keyId: row.key_id, reason });
}

/** Begins a session and returns its id, which only the cookie contains. */
export async function beginSession(store: Store, begin: NewSession): Promise<string> {
  const sessionId = randomBytes(32).toString("base64url");
  const { ownerId, keyId, recoveryCode } = begin.identity;
  const bounds = sessionBounds(begin.nowMs);
  const row: SessionRow = {
    session_hash: sessionHashOf(sessionId),
    owner_id: ownerId,
    key_id: keyId,
    upstream: begin.upstreamUrl,
    sealed_key: seal(begin.apiKey, { owner: ownerId, purpose: sealPurposes.sessionKey }, begin.versions),
    demo: begin.demo ? 1 : 0,
    created_at: begin.nowMs,
    seen_at: begin.nowMs,
    browser: begin.browser ?? null,
    ended_by: null,
  };
  const [expired, surplus] = await store.atomically(async () => {
    const old = await deleteExpiredSessions(store, bounds);
    const beyond = await deleteSurplusSessions(store, ownerId, sessionsPerOwnerMax - 1);
    await insertSession(store, row);
    if (recoveryCode !== undefined && !begin.demo) {
      const sealed = seal(recoveryCode, { owner: ownerId, purpose: sealPurposes.recoveryCode }, begin.versions);
      await storeRecoveryCode(store, ownerId, sealed);
    }
    return [old, beyond];
  }, ownerId);
  for (const each of expired) logSessionEnd(each, endOfUnused(each, bounds));
  for (const each of surplus) logSessionEnd(each, "surplus");
  return sessionId;
}

/** The session of an id, if it has not ended and belongs to the service that is set up. */
export async function resumeSession(
  store: Store,
  sessionId: string,
  now: { nowMs: number; upstreamUrl: string; versions: readonly SecretVersion[] },
): Promise<OpenSession | undefined> {
  const sessionHash = sessionHashOf(sessionId);
  const row = await findSession(store, sessionHash);
  if (row === undefined) return undefined;
  const bounds = sessionBounds(now.nowMs);
  if (row.ended_by !== null || row.seen_at < bounds.seenBefore || row.created_at < bounds.createdBefore) {
    await deleteSession(store, sessionHash);
    logSessionEnd(row, endOfUnused(row, bounds));
    return undefined;
  }
  // The app now uses another service, and this key must not be sent to it.
  if (row.upstream !== now.upstreamUrl) return undefined;
  if (now.nowMs - row.seen_at >= touchEveryMs) await touchSession(store, sessionHash, now.nowMs);
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
  };
}

/** Called when the service has refused a key: ends all sessions with it. The library and its keys remain. */
export async function endSessionsOfKey(store: Store, keyId: string): Promise<void> {
  for (const row of await deleteSessionsOfKey(store, keyId)) logSessionEnd(row, row.ended_by ?? "key_revoked");
}

function endOfUnused(row: SessionRow, bounds: SessionBounds): SessionEnd {
  return row.ended_by ?? (row.created_at < bounds.createdBefore ? "expired" : "idle");
}

/** Sessions last used or begun before these times have ended. */
export function sessionBounds(nowMs: number): SessionBounds {
  return { seenBefore: nowMs - idleMs, createdBefore: nowMs - absoluteMs };
}
