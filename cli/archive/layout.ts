import { z } from "zod";

/**
 * The layout of a backup: one ZIP with a manifest, a copy of each program's database, the files that they refer to, the
 * state of ingestion, and the secrets if a passphrase encrypts them.
 */
export const manifestEntry = "manifest.json";
export const sealedSecretsEntry = "secrets.sealed";

export interface Half {
  readonly name: "service" | "web";
  /** Its name in messages. */
  readonly title: string;
  readonly database: string;
  /** Held by the program while it serves the folder. */
  readonly lock: string;
  /** Folders of files named by their SHA-256, and which of them may contain a required file. */
  readonly files: readonly string[];
}

export const halves: readonly Half[] = [
  { name: "web", title: "the web app", database: "web.db", lock: "web.lock", files: ["bodies"] },
  {
    name: "service",
    title: "the service",
    database: "service.db",
    lock: "service.lock",
    files: ["blobs/kept", "blobs/made"],
  },
];

export const ingestFolder = "ingest";
/** Held while the sources are watched. */
export const ingestLock = "ingest.lock";

/** Refers to nothing outside the archive, so that a copy on another disk can be read alone. */
export const Manifest = z.object({
  format: z.literal("hiraku-backup"),
  version: z.literal(1),
  /** Connects a file of secrets with its archive. */
  backup_id: z.string().regex(/^[0-9a-f]{32}$/),
  created_at: z.string(),
  hiraku_version: z.string(),
  halves: z.array(z.enum(["service", "web"])),
  counts: z.record(z.string(), z.number()),
  /** SHA-256 of every entry that is not named by its own. */
  sha256: z.record(z.string(), z.string()),
  secrets: z.enum(["sealed", "file", "none"]),
  /** Only in an archive made with the salvage option. */
  problems: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

export function hashPath(folder: string, hash: string): string {
  return `${folder}/${hash.slice(0, 2)}/${hash}`;
}

/** An archive is untrusted input: only entries that a backup contains are written. */
export function isExpectedEntry(name: string): boolean {
  if (name === manifestEntry || name === sealedSecretsEntry) return true;
  if (halves.some((half) => half.database === name)) return true;
  if (/^ingest\/(?:reports\/)?[0-9A-Za-z][0-9A-Za-z._-]{0,80}$/.test(name)) return true;
  const hash = name.slice(-64);
  return isHash(hash) && halves.some((half) => half.files.some((folder) => name === hashPath(folder, hash)));
}
