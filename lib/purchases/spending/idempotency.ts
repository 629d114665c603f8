import { createHmac } from "node:crypto";
import type { Unit } from "../pricing/actions.ts";
import type { Spender } from "../ports.ts";

/**
 * The key a service recognises a request by. It comes from what is bought and who pays, never from an attempt, a
 * time, a session or an id of our store: a restored or lost store asks with the same key. The payer is named by the
 * API key itself (hashed), because the owner's id is only a row in that store.
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
