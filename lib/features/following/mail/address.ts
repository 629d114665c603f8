import { createHash, createHmac, randomBytes } from "node:crypto";
import { sealPurposes, unseal } from "../../../owners/sealing.ts";
import type { SecretVersion } from "../../../owners/secrets.ts";
import { newestTokenSecret } from "../../../owners/token-secret.ts";
import type { DailyMailRow } from "../../../store/daily-mails.ts";

/** Addresses and tokens of mails: the store has them sealed or as a hash. */

export function makeMailToken(): string {
  return randomBytes(32).toString("base64url");
}

export function mailTokenHash(token: string): string {
  return createHash("sha256").update(`hiraku mail\0${token}`).digest("hex");
}

export const isMailToken = (text: string) => /^[\w-]{43}$/.test(text);

/** Counts requests for an address without revealing it; addresses that differ in case are one mailbox. */
export function addressMark(address: string, secrets: readonly SecretVersion[]): string {
  return createHmac("sha256", newestTokenSecret(secrets)).update(`mail\0${address.toLowerCase()}`).digest("hex");
}

type Sealed = Pick<DailyMailRow, "owner_id" | "sealed_address" | "sealed_token">;

/** Undefined where none of the secrets opens it any more, or it was ended. */
export function addressOf({ owner_id, sealed_address }: Sealed, secrets: readonly SecretVersion[]): string | undefined {
  return sealed_address === null ? undefined : opened(sealed_address, owner_id, sealPurposes.mailAddress, secrets);
}

export function tokenOf({ owner_id, sealed_token }: Sealed, secrets: readonly SecretVersion[]): string | undefined {
  return opened(sealed_token, owner_id, sealPurposes.mailToken, secrets);
}

function opened(sealed: string, owner: string, purpose: string, secrets: readonly SecretVersion[]): string | undefined {
  try {
    return unseal(sealed, { owner, purpose }, secrets);
  } catch {
    return undefined;
  }
}
