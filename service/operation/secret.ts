import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const secretBytes = 32;
export const secretFileName = "service-secret";
/** Apart from the other secret, which may be replaced at any time: this one makes the tags that readers compare. */
export const contentTagKeyFileName = "content-tag-key";

/** Made at the first start and stored, so that cursors, tags and log fingerprints stay valid over restarts. */
export function readOrCreateSecret(
  dataFolder: string,
  name: typeof secretFileName | typeof contentTagKeyFileName = secretFileName,
): Uint8Array {
  const file = join(dataFolder, name);
  try {
    const descriptor = openSync(file, "wx", 0o600);
    try {
      writeSync(descriptor, randomBytes(secretBytes));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  chmodSync(file, 0o600);
  const secret = readFileSync(file);
  if (secret.length !== secretBytes) throw new Error(`${file} is damaged: it must hold ${secretBytes} bytes.`);
  return secret;
}

/** The same in every process that has the same HIRAKU_SECRET; whatever it signs ends when that is rotated. */
export function deriveSecret(secrets: readonly string[]): Uint8Array {
  const [newest] = secrets;
  if (newest === undefined) {
    throw new Error("With HIRAKU_DATABASE_URL, HIRAKU_SECRET must be set: all processes share it.");
  }
  return new Uint8Array(hkdfSync("sha256", newest, "hiraku", "service cursors and fingerprints", secretBytes));
}

/**
 * Cursors signed before a move to a database stay valid: their secret is sealed under the newest HIRAKU_SECRET, so
 * that rotating that ends it as it ends the derived one.
 */
export function sealCarriedSecret(carried: Uint8Array, secrets: readonly string[]): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", carriedKey(secrets), iv);
  return Buffer.concat([iv, cipher.update(carried), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined where it was sealed under a secret that is no longer the newest. */
export function openCarriedSecret(sealed: Uint8Array, secrets: readonly string[]): Uint8Array | undefined {
  const decipher = createDecipheriv("aes-256-gcm", carriedKey(secrets), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  try {
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const opened = Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
    return new Uint8Array(opened);
  } catch {
    return undefined;
  }
}

const ivBytes = 12;
const tagBytes = 16;

function carriedKey([newest]: readonly string[]): Buffer {
  if (newest === undefined) throw new Error("HIRAKU_SECRET must be set.");
  return Buffer.from(hkdfSync("sha256", newest, "hiraku", "carried secret of cursors", secretBytes));
}

/** Of a database's processes. */
export function sharedSecret(secrets: readonly string[], carried: Uint8Array | undefined): Uint8Array {
  return (carried === undefined ? undefined : openCarriedSecret(carried, secrets)) ?? deriveSecret(secrets);
}
