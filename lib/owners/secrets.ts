import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Settings } from "../settings.ts";

/**
 * The server's secret and its older versions. The newest one seals, every version opens. To rotate, a new secret is put
 * first, and the last is dropped once no value is sealed under it.
 */
export interface SecretVersion {
  /** Names the version within sealed values; reveals nothing about the secret. */
  readonly id: string;
  readonly secret: string;
}

const fileName = "web-secret";

export function secretVersions(values: readonly string[]): readonly SecretVersion[] {
  return values.map((secret) => ({
    id: createHash("sha256").update(`hiraku secret id\0${secret}`).digest("hex").slice(0, 8),
    secret,
  }));
}

/**
 * A file in the data folder with one secret a line, newest first, readable by its owner only; created at the first
 * start.
 */
function readOrMakeSecrets(dataFolder: string): string[] {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = path.join(/* turbopackIgnore: true */ dataFolder, fileName);
  try {
    // `wx` fails if the file exists: two processes that start at once must not use two secrets.
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

export function loadSecrets(from: Pick<Settings, "secrets" | "dataFolder">): readonly SecretVersion[] {
  const values = from.secrets.length > 0 ? from.secrets : readOrMakeSecrets(from.dataFolder);
  if (values.length === 0) throw new Error(`${fileName} in the data folder is empty`);
  return secretVersions(values);
}

/** Each page needs some of them several times. */
const derived = new WeakMap<SecretVersion, Map<string, Buffer>>();

/** Derives a key for one purpose, so that no use of the secret can weaken another. */
export function deriveKey(version: SecretVersion, purpose: string): Buffer {
  const known = derived.get(version) ?? new Map<string, Buffer>();
  derived.set(version, known);
  const key = known.get(purpose) ?? Buffer.from(hkdfSync("sha256", version.secret, "hiraku", purpose, 32));
  known.set(purpose, key);
  return key;
}

/**
 * A key that stays the same over rotations, derived from the oldest version kept. Idempotency keys are derived from it,
 * since a repeated purchase must get the same one.
 */
export function lastingKey(versions: readonly SecretVersion[], purpose: string): Buffer {
  const oldest = versions.at(-1);
  if (oldest === undefined) throw new Error("no secret");
  return deriveKey(oldest, purpose);
}
