import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { settings } from "../env.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Receipt, UnsignedReceipt } from "./receipt.ts";

/**
 * The keys that sign receipts: a file in the data folder, readable by its owner only, newest key first. It is made once
 * and shared by all processes on the folder; older keys are kept, so that what they signed can still be checked.
 */
const StoredKeys = z.object({
  keys: z.array(z.object({ created_at: z.string(), private_key: z.string() })).min(1),
});

export const signingKeysFile = "receipt-keys";

export interface PublicKey {
  readonly kid: string;
  readonly algorithm: "Ed25519";
  /** The 32 bytes of the key, base64url. */
  readonly public_key: string;
  readonly fingerprint: string;
  readonly created_at: string;
}

interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/** What a person compares by eye; `ssh-keygen` writes fingerprints in the same way. */
export function fingerprintOf(publicKey: string): string {
  return `SHA256:${createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("base64url")}`;
}

export function loadSigningKeys(dataFolder: string, now: () => Date = () => new Date()): readonly SigningKey[] {
  const file = path.join(/* turbopackIgnore: true */ dataFolder, signingKeysFile);
  return StoredKeys.parse(JSON.parse(readOrMake(file, now))).keys.map(signingKey);
}

function readOrMake(file: string, now: () => Date): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  const { privateKey } = generateKeyPairSync("ed25519");
  const private_key = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
  const text = `${JSON.stringify({ keys: [{ created_at: now().toISOString(), private_key }] }, null, 2)}\n`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.${process.pid}.new`;
  writeFileSync(made, text, { mode: 0o600 });
  try {
    // A link appears whole or not at all and fails where another process was first: nobody reads half a key, and two
    // processes that start at once never use two.
    linkSync(made, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(made, { force: true });
  }
  return readFileSync(file, "utf8");
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function signingKey(stored: { created_at: string; private_key: string }): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.from(stored.private_key, "base64url"),
    format: "der",
    type: "pkcs8",
  });
  const public_key = createPublicKey(privateKey).export({ format: "jwk" }).x ?? "";
  const fingerprint = fingerprintOf(public_key);
  const kid = fingerprint.slice("SHA256:".length, "SHA256:".length + 12);
  return { kid, algorithm: "Ed25519", public_key, fingerprint, created_at: stored.created_at, privateKey };
}

let known: readonly SigningKey[] | undefined;

function keys(): readonly SigningKey[] {
  known ??= loadSigningKeys(settings().dataFolder);
  return known;
}

export function publicKeys(from: readonly SigningKey[] = keys()): readonly PublicKey[] {
  return from.map(({ kid, algorithm, public_key, fingerprint, created_at }) => ({
    kid,
    algorithm,
    public_key,
    fingerprint,
    created_at,
  }));
}

/** Signs with the newest key. */
export function signReceipt(receipt: UnsignedReceipt, from: readonly SigningKey[] = keys()): Receipt {
  const [key] = from;
  if (key === undefined) throw new Error("no signing key");
  const signer = { algorithm: key.algorithm, kid: key.kid, public_key: key.public_key };
  const signed = { ...receipt, signer };
  const signature = sign(null, Buffer.from(canonicalJson(signed)), key.privateKey).toString("base64url");
  return { ...signed, signature };
}
