import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { PurchaseProblem } from "../problems.ts";
import { parseAction } from "./actions.ts";
import type { Plan } from "./plan.ts";

/** A quote is signed by this server, so that it can't be forged, changed, used late or used by another owner. */
export const quoteLifeMs = 5 * 60_000;

export interface QuoteClaims {
  readonly ownerId: string;
  readonly keyId: string;
  readonly upstream: string;
  readonly plan: Plan;
  /** The epochs of an `again` purchase, so that two clicks on "again" are one purchase. */
  readonly epochs: Readonly<Record<string, number>>;
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
  const { plan, ...others } = claims;
  const fields = { ...others, action: plan.action, maxCredits: plan.most, lineCredits: plan.lineMost };
  const body = Buffer.from(JSON.stringify(fields), "utf8").toString("base64url");
  return `${body}.${mac(body, serverKey)}`;
}

export function readQuote(token: string, serverKey: Uint8Array, nowMs: number): QuoteClaims {
  const [body = "", signature = ""] = token.split(".");
  const expected = Buffer.from(mac(body, serverKey));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notAQuote();
  const fields = Claims.parse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
  const { action, maxCredits, lineCredits, ...others } = fields;
  if (nowMs >= others.expiresAtMs) {
    throw new PurchaseProblem(409, "quote_expired", "The quote is more than five minutes old. Nothing was run.");
  }
  return { ...others, plan: { action: parseAction(action), most: maxCredits, lineMost: lineCredits } };
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
