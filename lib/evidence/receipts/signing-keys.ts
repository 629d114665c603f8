import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { lockFolder } from "../../kit/process/folder-lock.ts";
import { canonicalJson, type Json } from "./canonical-json.ts";
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

export interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/** For a person to compare by eye, in the form of `ssh-keygen`. */
export function fingerprintOf(publicKey: string): string {
  return `SHA256:${createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("base64url")}`;
}

export function loadSigningKeys(dataFolder: string, now: () => Date = () => new Date()): readonly SigningKey[] {
  const file = path.join(/* turbopackIgnore: true */ dataFolder, signingKeysFile);
  return StoredKeys.parse(JSON.parse(readOrMake(file, now))).keys.map(signingKey);
}

/**
 * Puts a new key before the others. Running programs sign with it from their next receipt on, and what older keys signed
 * stays checkable. Undefined where another rotation is running: of two at once one would lose its key.
 */
export function rotateSigningKeys(
  dataFolder: string,
  now: () => Date = () => new Date(),
): readonly SigningKey[] | undefined {
  const lock = lockFolder(dataFolder, "receipt-keys.lock");
  if (lock === undefined) return undefined;
  try {
    const file = path.join(/* turbopackIgnore: true */ dataFolder, signingKeysFile);
    const older = StoredKeys.parse(JSON.parse(readOrMake(file, now))).keys;
    replaceFile(file, [newKey(now), ...older]);
    return loadSigningKeys(dataFolder, now);
  } finally {
    lock.release();
  }
}

/** On disk as a whole before it takes the place of the older file, whenever the machine stops. */
function replaceFile(file: string, keys: readonly StoredKey[]): void {
  const partial = `${file}.tmp`;
  rmSync(partial, { force: true });
  writeFileSync(partial, fileOf(keys), { mode: 0o600, flush: true });
  renameSync(partial, file);
}

/** The keys of a folder as they are stored, newest first; none where nothing was signed yet. */
export function keptKeys(dataFolder: string): readonly StoredKey[] {
  const file = path.join(/* turbopackIgnore: true */ dataFolder, signingKeysFile);
  return existsSync(file) ? StoredKeys.parse(JSON.parse(readFileSync(file, "utf8"))).keys : [];
}

/** Keys from elsewhere, before those that the folder has besides. */
export function keepKeys(dataFolder: string, keys: readonly StoredKey[]): void {
  const known = new Set(keys.map(({ private_key }) => private_key));
  const all = [...keys, ...keptKeys(dataFolder).filter(({ private_key }) => !known.has(private_key))];
  if (all.length === 0) return;
  replaceFile(path.join(/* turbopackIgnore: true */ dataFolder, signingKeysFile), all);
}

export type StoredKey = z.infer<typeof StoredKeys>["keys"][number];

export function newKey(now: () => Date): StoredKey {
  const { privateKey } = generateKeyPairSync("ed25519");
  const private_key = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
  return { created_at: now().toISOString(), private_key };
}

const fileOf = (keys: readonly StoredKey[]) => `${JSON.stringify({ keys }, null, 2)}\n`;

function readOrMake(file: string, now: () => Date): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.${process.pid}.new`;
  writeFileSync(made, fileOf([newKey(now)]), { mode: 0o600, flush: true });
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

export function signingKey(stored: { created_at: string; private_key: string }): SigningKey {
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

/** The keys of an app: those in its data folder, or where several web apps have one database, those in it. */
export class SigningKeys {
  readonly #dataFolder: string;
  #known: { readonly file: string; readonly keys: readonly SigningKey[] } | undefined;
  #shared: readonly SigningKey[] | undefined;

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  /** Newest first. Read again where the file is another one: a rotation takes effect in every running program. */
  all(): readonly SigningKey[] {
    if (this.#shared !== undefined) return this.#shared;
    const file = path.join(/* turbopackIgnore: true */ this.#dataFolder, signingKeysFile);
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    const version = `${file} ${stat?.ino} ${stat?.mtimeNs}`;
    // Of a file that is only made now the version is known the next time.
    if (this.#known?.file !== version) this.#known = { file: version, keys: loadSigningKeys(this.#dataFolder) };
    return this.#known.keys;
  }

  /** Sets those of the database. */
  share(keys: readonly SigningKey[]): void {
    this.#shared = keys;
  }
}

export function publicKeys(from: readonly SigningKey[]): readonly PublicKey[] {
  return from.map(({ kid, algorithm, public_key, fingerprint, created_at }) => ({
    kid,
    algorithm,
    public_key,
    fingerprint,
    created_at,
  }));
}

export function signReceipt(receipt: UnsignedReceipt, from: readonly SigningKey[]): Receipt {
  return signRecord(receipt, from);
}

export function signRecord<T extends Readonly<Record<string, Json>>>(record: T, from: readonly SigningKey[]) {
  const [key] = from;
  if (key === undefined) throw new Error("no signing key");
  const signer = { algorithm: key.algorithm, kid: key.kid, public_key: key.public_key };
  const signed = { ...record, signer };
  const signature = sign(null, Buffer.from(canonicalJson(signed)), key.privateKey).toString("base64url");
  return { ...signed, signature };
}
