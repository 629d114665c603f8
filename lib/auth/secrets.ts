import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Settings, settings } from "../env.ts";

/**
 * The server's secret and its older versions. The newest seals; every version opens, so that a secret is rotated
 * by putting a new one in front and dropping the last when nothing sealed with it is left.
 */
export interface SecretVersion {
  /** Names the version inside what it sealed; tells nothing about it. */
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

/** One secret a line in the data folder, newest first, readable by its owner only; made at the first start. */
function readOrMakeSecrets(dataFolder: string): string[] {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = path.join(/* turbopackIgnore: true */ dataFolder, fileName);
  try {
    // `wx`: two processes that start at once must not seal under two secrets.
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

let known: readonly SecretVersion[] | undefined;

export function secrets(): readonly SecretVersion[] {
  known ??= loadSecrets(settings());
  return known;
}

/** A key for one purpose, so that no two uses of the secret can be played against each other. */
export function deriveKey(version: SecretVersion, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", version.secret, "hiraku", purpose, 32));
}

/**
 * The key that must outlive rotations: from the oldest version kept. Idempotency keys come from it, since a
 * purchase that is asked for again must be recognised again.
 */
export function lastingKey(purpose: string): Buffer {
  const oldest = secrets().at(-1);
  if (oldest === undefined) throw new Error("no secret");
  return deriveKey(oldest, purpose);
}
