import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { PurchaseProblem } from "../problems.ts";
import type { PurchaseAction } from "../wire.ts";
import { parseAction } from "./actions.ts";

/** A quote is signed by this server, so that it can't be forged, changed, used late or used by another owner. */
export const quoteLifeMs = 5 * 60_000;

export interface QuoteClaims {
  readonly ownerId: string;
  readonly keyId: string;
  readonly upstream: string;
  readonly action: PurchaseAction;
  /** The epochs of an `again` purchase, so that two clicks on "again" are one purchase. */
  readonly epochs: Readonly<Record<string, number>>;
  readonly maxCredits: number;
  /** The most that each line may cost, so that one that rose is not paid by another that fell. */
  readonly lineCredits: readonly number[];
  readonly expiresAtMs: number;
  readonly nonce: string;
}

const Claims = z.object({
  ownerId: z.string(),
  keyId: z.string(),
  upstream: z.string(),
  action: z.unknown(),
  epochs: z.record(z.string(), z.int().min(0)),
  maxCredits: z.int().min(0),
  lineCredits: z.array(z.int().min(0)).default([]),
  expiresAtMs: z.number(),
  nonce: z.string(),
});

export function signQuote(claims: QuoteClaims, serverKey: Uint8Array): string {
  const body = Buffer.from(JSON.stringify(claims), "utf8").toString("base64url");
  return `${body}.${mac(body, serverKey)}`;
}

export function readQuote(token: string, serverKey: Uint8Array, nowMs: number): QuoteClaims {
  const [body = "", signature = ""] = token.split(".");
  const expected = Buffer.from(mac(body, serverKey));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notAQuote();
  const claims = Claims.parse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
  if (nowMs >= claims.expiresAtMs) {
    throw new PurchaseProblem(409, "quote_expired", "The quote is more than five minutes old. Nothing was run.");
  }
  return { ...claims, action: parseAction(claims.action) };
}

export function tokenHash(token: string): string {
  return createHash("sha256").update(`hiraku quote\0${token}`).digest("hex");
}

function notAQuote(): PurchaseProblem {
  return new PurchaseProblem(400, "invalid_quote", "This is not a quote of this app. Nothing was run.");
}

function mac(body: string, serverKey: Uint8Array): string {
  return createHmac("sha256", serverKey).update(`quote\0${body}`).digest("base64url");
}
