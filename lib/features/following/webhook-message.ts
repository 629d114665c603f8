import { createHmac, randomBytes } from "node:crypto";
import type { DueDelivery } from "../../store/webhooks.ts";
import { updateKind } from "../../text/format/update-source.ts";
import { documentAddress } from "./links.ts";
import { readStoredDocument } from "./stored-document.ts";

/**
 * The body and headers of a delivery, as https://www.standardwebhooks.com describes them: the id, the time and the body
 * are signed together by HMAC-SHA256, so that neither can be changed or sent again later.
 */
export interface SignedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const secretPrefix = "whsec_";

export function makeWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString("base64");
}

const eventNames = {
  document: "document.published",
  amendment: "document.amended",
  withdrawal: "document.withdrawn",
} as const;

/** The same for every attempt, but for the time of the attempt and so the signature. */
export function bodyOf(delivery: DueDelivery, origin: string): string {
  const { delivery_id: id, event, document, found_at } = delivery;
  const shared = { id, note: "Each id may arrive more than once; act on it once." };
  if (event === null || document === null || found_at === null) {
    return JSON.stringify({ ...shared, type: "test", timestamp: isoTime(delivery.created_at) });
  }
  const read = readStoredDocument(document);
  return JSON.stringify({
    ...shared,
    type: eventNames[updateKind({ event, amends: read?.amends_document_id ?? null })],
    timestamp: isoTime(found_at),
    document: {
      document_id: read?.document_id,
      title: read?.title,
      security_code: read?.security_code,
      issuer_name: read?.issuer_name,
      document_type: read?.document_type,
      timeline_at: read?.timeline_at,
      amends_document_id: read?.amends_document_id,
      url: read === undefined ? undefined : documentAddress(origin, read.document_id),
    },
  });
}

export function signed(
  delivery: DueDelivery,
  { secret, origin, nowMs }: { readonly secret: string; readonly origin: string; readonly nowMs: number },
): SignedMessage {
  const body = bodyOf(delivery, origin);
  const time = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${delivery.delivery_id}.${time}.${body}`).digest("base64");
  return {
    body,
    headers: {
      "webhook-id": delivery.delivery_id,
      "webhook-timestamp": time,
      "webhook-signature": `v1,${signature}`,
    },
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
