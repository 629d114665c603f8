import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ingestFolder } from "./layout.ts";

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Files that exist only while programs run: locks, probes, logs of the database, unfinished copies. */
const transient =
  /^\.(?:probe|backup|restore)-|\.(?:lock|pid|sock|log|tmp|partial)(?:-journal)?$|^(?:service|web)-move\.json$|\.db(?:-wal|-shm|-journal)?$/;
const fileBytesMax = 1_000_000;

/**
 * The files directly in a data folder: secrets, keys and markers. An unknown file is treated as a secret too, so that a
 * new one is never put into the readable part of an archive.
 */
export function looseFiles(dataFolder: string): NamedBytes[] {
  // With everything in databases, a command's own folder may never have been made.
  if (!existsSync(dataFolder)) return [];
  return readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !transient.test(entry.name))
    .map((entry) => ({ name: entry.name, path: join(dataFolder, entry.name) }))
    .filter(({ path }) => statSync(path).size <= fileBytesMax)
    .map(({ name, path }) => ({ name, bytes: readFileSync(path) }));
}

export const webSecretFile = "web-secret";

/**
 * Secrets from the environment are written as the file they replace; otherwise a restored store could not be opened.
 */
export function secretFiles(dataFolder: string, secretsInEnvironment: readonly string[]): Record<string, string> {
  const files = Object.fromEntries(looseFiles(dataFolder).map(({ name, bytes }) => [name, bytes.toString("base64")]));
  if (secretsInEnvironment.length > 0) {
    files[webSecretFile] = Buffer.from(`${secretsInEnvironment.join("\n")}\n`).toString("base64");
  }
  return files;
}

/**
 * The state of ingestion: its journal, the code list, its reports. Read before the database is copied: a filing that
 * the journal marks as done must be in the copy, or it would never be ingested again.
 */
export function ingestFiles(dataFolder: string): NamedBytes[] {
  return [ingestFolder, `${ingestFolder}/reports`].flatMap((folder) => {
    const path = join(dataFolder, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({
        name: `${folder}/${entry.name}`,
        bytes: wholeLines(readFileSync(join(path, entry.name)), entry.name),
      }));
  });
}

/** A journal may be written while it is read, so its last line may be incomplete. */
function wholeLines(bytes: Buffer, name: string): Buffer {
  return name.endsWith(".jsonl") ? bytes.subarray(0, bytes.lastIndexOf(10) + 1) : bytes;
}
