import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { baseName } from "../run/ingest-context.ts";

/** Files that were dropped together. */
export interface Delivery {
  readonly name: string;
  /** Names in the inbox. */
  readonly entries: readonly string[];
  /** A folder, which keeps its name. */
  readonly isFolder: boolean;
}

const manifests = ["manifest.json", "documents.csv", "news.csv"];

/** Begins the name of a delivery of loose files, which no folder that was dropped has: `.` begins what is left alone. */
const madePrefix = ".";
export const isMade = (name: string): boolean => name.startsWith(madePrefix);

/**
 * With a manifest at the top everything there is one delivery; otherwise each folder is one, and each group of files
 * with the same docID in their names.
 */
export function deliveriesOf(entries: readonly Dirent[], settled: ReadonlySet<string>): Delivery[] {
  if (entries.some(({ name }) => manifests.includes(name))) {
    if (!entries.every(({ name }) => settled.has(name))) return [];
    return [{ name: `${madePrefix}manifest`, entries: entries.map(({ name }) => name), isFolder: false }];
  }
  const groups = new Map<string, string[]>();
  const folders: Delivery[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (entry.isDirectory()) {
      if (settled.has(name)) folders.push({ name, entries: [name], isFolder: true });
      continue;
    }
    const key = /S[0-9A-Z]{7}(?![0-9A-Za-z])/.exec(baseName(name))?.[0] ?? name;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const files = [...groups].filter(([, names]) => names.every((name) => settled.has(name)));
  return [
    ...folders,
    ...files.map(([key, names]) => ({ name: madePrefix + key, entries: names.sort(), isFolder: false })),
  ];
}

export interface Measure {
  readonly files: number;
  readonly bytes: number;
  readonly newestMs: number;
}

/** Of a file, or of all in a folder; links are not followed. */
export async function measure(path: string): Promise<Measure> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return { files: 1, bytes: found?.size ?? 0, newestMs: found?.mtimeMs ?? 0 };
  let [files, bytes, newestMs] = [0, 0, 0];
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    const inside = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (inside === undefined || inside.isDirectory()) continue;
    files++;
    bytes += inside.size;
    newestMs = Math.max(newestMs, inside.mtimeMs);
  }
  return { files, bytes, newestMs };
}

/** A name that is free in a folder, also with `ending` after it. */
export async function freeName(folder: string, wanted: string, ending = ""): Promise<string> {
  const taken = new Set(await readdir(folder));
  const { name, ext } = parse(wanted.replace(/^\./, ""));
  for (let number = 1; ; number++) {
    const free = number === 1 ? `${name}${ext}` : `${name} (${number})${ext}`;
    if (!taken.has(free) && !taken.has(free + ending)) return free;
  }
}
