import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ingestFolder } from "./layout.ts";

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Files that exist only while programs run: locks, probes, logs of the database, unfinished copies. */
const transient =
  /^\.(?:probe|backup|restore)-|\.(?:lock|pid|sock|log|tmp|partial)(?:-journal)?$|^(?:service|web)-move\.json$|^last-backup\.json$|\.db(?:-wal|-shm|-journal)?$/;
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

/** Written as the file they replace; otherwise a restored store could not be opened. */
export function secretFiles(dataFolder: string, secretsInEnvironment: readonly string[]): Record<string, string> {
  const files = Object.fromEntries(looseFiles(dataFolder).map(({ name, bytes }) => [name, bytes.toString("base64")]));
  if (secretsInEnvironment.length > 0) {
    files[webSecretFile] = Buffer.from(`${secretsInEnvironment.join("\n")}\n`).toString("base64");
  }
  return files;
}

/** Files of ingestion beside the database: the code list and its reports. */
export function ingestFiles(dataFolder: string): NamedBytes[] {
  return [ingestFolder, `${ingestFolder}/reports`].flatMap((folder) => {
    const path = join(dataFolder, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => ({ name: `${folder}/${entry.name}`, bytes: readFileSync(join(path, entry.name)) }));
  });
}
