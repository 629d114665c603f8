import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ingestFolder } from "./layout.ts";

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What programs leave behind while they run: locks, probes, logs of the database, copies under way. */
const transient =
  /^\.(?:probe|backup|restore)-|\.(?:lock|pid|sock|log|tmp|partial)(?:-journal)?$|\.db(?:-wal|-shm|-journal)?$/;
const fileBytesMax = 1_000_000;

/**
 * The files that lie directly in a data folder: secrets, keys and marks. What is not known by name is taken for a
 * secret too, so that a new one never lands in the readable part of an archive.
 */
export function looseFiles(dataFolder: string): NamedBytes[] {
  return readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !transient.test(entry.name))
    .map((entry) => ({ name: entry.name, path: join(dataFolder, entry.name) }))
    .filter(({ path }) => statSync(path).size <= fileBytesMax)
    .map(({ name, path }) => ({ name, bytes: readFileSync(path) }));
}

export const webSecretFile = "web-secret";

/** Secrets from the environment become the file that they stand for, or a restored store would open under none. */
export function secretFiles(dataFolder: string, secretsInEnvironment: readonly string[]): Record<string, string> {
  const files = Object.fromEntries(looseFiles(dataFolder).map(({ name, bytes }) => [name, bytes.toString("base64")]));
  if (secretsInEnvironment.length > 0) {
    files[webSecretFile] = Buffer.from(`${secretsInEnvironment.join("\n")}\n`).toString("base64");
  }
  return files;
}

/**
 * What ingestion knows: its journal, the code list, its reports. Read before the database is copied: a filing that
 * the journal calls done must be in the copy, or it would never be taken in again.
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

/** A journal is being written while it is read: its last line may be half a line. */
function wholeLines(bytes: Buffer, name: string): Buffer {
  return name.endsWith(".jsonl") ? bytes.subarray(0, bytes.lastIndexOf(10) + 1) : bytes;
}
