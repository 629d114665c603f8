import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Store } from "../store/store.ts";
import { deriveKey, type SecretVersion } from "./secrets.ts";

/** Owner and purpose are associated data: a value moved to another owner's row or use does not open. */
export interface SealContext {
  readonly owner: string;
  readonly purpose: string;
}

/** The store of sealed values, and the secrets that seal them. */
export interface KeySafe {
  readonly store: Store;
  readonly secrets: readonly SecretVersion[];
}

/** The kinds of sealed values in the store. A rotation of the secret seals all of them again. */
export const sealPurposes = {
  sessionKey: "api-key",
  recoveryCode: "recovery-code",
  paidKey: "paid-key",
  keptKey: "kept-key",
  agentKey: "agent-key",
  webhookSecret: "webhook-secret",
  mailAddress: "mail-address",
  mailToken: "mail-token",
  signingKey: "signing-key",
  operatorKey: "operator-key",
} as const;

const ivBytes = 12;
const tagBytes = 16;

export class UnsealError extends Error {
  constructor() {
    // The text reveals neither the value nor the reason, since it may reach a log.
    super("a sealed value does not open");
    this.name = "UnsealError";
  }
}

export function seal(plain: string, context: SealContext, versions: readonly SecretVersion[]): string {
  const newest = versions[0];
  if (newest === undefined) throw new Error("no secret to seal with");
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(newest, "sealing"), iv);
  cipher.setAAD(associated(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return ["s1", newest.id, iv.toString("base64url"), body.toString("base64url")].join(".");
}

export function unseal(sealed: string, context: SealContext, versions: readonly SecretVersion[]): string {
  const [format, id, iv, body] = sealed.split(".");
  const version = versions.find((each) => each.id === id);
  if (format !== "s1" || version === undefined || iv === undefined || body === undefined) throw new UnsealError();
  const bytes = Buffer.from(body, "base64url");
  if (bytes.length < tagBytes) throw new UnsealError();
  try {
    const decipher = createDecipheriv("aes-256-gcm", deriveKey(version, "sealing"), Buffer.from(iv, "base64url"), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(associated(context));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    throw new UnsealError();
  }
}

/** Each part is preceded by its length, so that no two contexts give the same bytes. */
function associated({ owner, purpose }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([owner, purpose]), "utf8");
}
