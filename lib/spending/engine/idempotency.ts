import { createHmac } from "node:crypto";
import type { Unit } from "../kinds/unit.ts";
import type { Spender } from "../ports.ts";

/**
 * The key by which a service recognises a repeated request. It is derived from what is bought and who pays, never from
 * an attempt, a time, a session or an id in our store, so that a restored or lost store leads to the same key. The
 * payer is identified by the hashed API key, because the owner's id exists only in the store.
 */
export function idempotencyKey(
  spender: Pick<Spender, "upstream" | "key">,
  unit: Pick<Unit, "kind" | "params">,
  epoch: number,
  serverKey: Uint8Array,
): string {
  const fields = ["idempotency", spender.upstream, spender.key, unit.kind, unit.params, epoch];
  return `hrk_${createHmac("sha256", serverKey).update(JSON.stringify(fields)).digest("base64url")}`;
}
