import { hkdfSync, randomBytes } from "node:crypto";
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
