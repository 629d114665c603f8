import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { TimelinePosition } from "../storage/ports.ts";
import { createHmacSha256 } from "./hmac.ts";
import { Problem } from "./problem.ts";

/**
 * A cursor is the position where a page ended, signed together with the endpoint, the filters and its expiry. Nothing
 * is stored for it: any process with the secret can read it.
 */
export interface Cursors {
  write(endpoint: string, filters: Filters, position: TimelinePosition, nowMs: number): string;
  /** Throws `invalid_cursor`. */
  read(endpoint: string, filters: Filters, cursor: string, nowMs: number): TimelinePosition;
}

export type Filters = Readonly<Record<string, string | readonly string[] | undefined>>;

const hourMs = 3_600_000;
const lifetimeMs = 24 * hourMs;
const signatureBytes = 16;
const Payload = z.tuple([z.int(), z.int(), z.string()]);

export function createCursors(secret: Uint8Array): Cursors {
  const authenticate = createHmacSha256(secret);
  const sign = (endpoint: string, filters: Filters, payload: string) =>
    authenticate(`cursor\0${endpoint}\0${canonical(filters)}\0${payload}`).subarray(0, signatureBytes);

  return {
    write(endpoint, filters, position, nowMs) {
      // Up to the next full hour: the same page keeps the same cursor for a while, and with it the same ETag.
      const expiresAtHours = Math.ceil((nowMs + lifetimeMs) / hourMs);
      const payload = JSON.stringify([expiresAtHours, position.atMs, position.id]);
      return Buffer.concat([sign(endpoint, filters, payload), Buffer.from(payload)]).toString("base64url");
    },
    read(endpoint, filters, cursor, nowMs) {
      const bytes = Buffer.from(cursor, "base64url");
      const payload = bytes.subarray(signatureBytes).toString();
      const signature = bytes.subarray(0, signatureBytes);
      const genuine =
        // The decoder skips characters that are not base64url, so other spellings of a cursor are refused.
        bytes.toString("base64url") === cursor &&
        signature.length === signatureBytes &&
        timingSafeEqual(signature, sign(endpoint, filters, payload));
      if (!genuine) throw invalid("The cursor is damaged, or belongs to other filters.");
      const [expiresAtHours, atMs, id] = Payload.parse(JSON.parse(payload));
      if (nowMs >= expiresAtHours * hourMs) throw invalid("The cursor has expired; begin again without it.");
      return { atMs, id };
    },
  };
}

/** Filters mean sets: the order in which a client repeats a key changes nothing. */
function canonical(filters: Filters): string {
  const entries = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}

const invalid = (detail: string) => new Problem("invalid_cursor", detail);
