import { timingSafeEqual } from "node:crypto";
import type { OperatorKey } from "../../storage/ports.ts";
import { isWellFormedOperatorKey, secretHashOf } from "../keys/api-key.ts";

/** `off`: no operator's key was made, or all are revoked. */
export type Standing = "off" | "refused" | OperatorKey;

/** Whom an Authorization header names among the operators. Every key is compared, in the time that all of them take. */
export function standingOf(keys: readonly OperatorKey[], authorization: string | null): Standing {
  const valid = keys.filter((key) => key.revokedAtMs === null);
  if (valid.length === 0) return "off";
  const presented = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1] ?? "";
  const hash = secretHashOf(presented);
  const [found] = valid.filter((key) => timingSafeEqual(hash, key.secretHash));
  return found === undefined || !isWellFormedOperatorKey(presented) ? "refused" : found;
}
