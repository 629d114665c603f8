import { type Dirent, existsSync } from "node:fs";
import { mkdir, readdir, rename, rmdir, stat, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import type { Clock } from "../clock.ts";
import { isSystemFault } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import { baseName } from "../run/ingest-context.ts";
import type { IngestSession } from "../session.ts";
import { folderItems, readFolder } from "../sources/folder/folder-items.ts";
import type { WatchLog } from "./watch-log.ts";

export interface InboxOptions {
  readonly folder: string;
  readonly session: IngestSession;
  readonly clock: Clock;
  readonly log: WatchLog;
  readonly signal: AbortSignal;
}

/** What was dropped together. */
interface Delivery {
  readonly name: string;
  /** Names in the inbox. */
  readonly entries: readonly string[];
  /** A folder, which keeps its name. */
  readonly isFolder: boolean;
}

const done = "done";
const failed = "failed";
/** Deliveries that are being ingested. */
const taking = ".taking";
const manifests = ["manifest.json", "documents.csv", "news.csv"];
const unfinished = /^\.|\.(?:part|partial|tmp|crdownload|filepart)$|~$/i;
/** A file is still being written while it has changed within this time. */
const settledMs = 4_000;

/**
 * A folder whose files are ingested when they are whole, and then moved to `done/`, or to `failed/` with the reason
 * beside them. Each delivery is first moved aside as a folder, so that one move ends it; what a killed process had
 * moved aside goes back and is ingested once more, which changes nothing.
 */
export class Inbox {
  readonly #options: InboxOptions;
  #seen = new Map<string, { readonly stamp: string; readonly sinceMs: number }>();

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  async recover(): Promise<void> {
    const { folder } = this.#options;
    for (const name of [done, failed, taking]) await mkdir(join(folder, name), { recursive: true });
    for (const name of await readdir(join(folder, taking))) await this.#putBack(name);
  }

  /** Ingests what is whole; the rest the next time. */
  async look(): Promise<void> {
    const { folder, log, signal } = this.#options;
    const entries = (await readdir(folder, { withFileTypes: true })).filter(
      (entry) =>
        (entry.isFile() || entry.isDirectory()) &&
        entry.name !== done &&
        entry.name !== failed &&
        !unfinished.test(entry.name),
    );
    const settled = await this.#settled(entries);
    for (const delivery of deliveriesOf(entries, settled)) {
      if (signal.aborted) return;
      let faults: readonly string[];
      try {
        await this.#take(delivery);
        faults = await this.#ingest(delivery);
      } catch (error) {
        await this.#putBack(delivery.name);
        throw error;
      }
      if (signal.aborted) return await this.#putBack(delivery.name);
      await this.#finish(delivery, faults);
      log.event("delivery", { name: delivery.name, faults: faults.length });
    }
  }

  /** Entries that have not changed for a while. */
  async #settled(entries: readonly Dirent[]): Promise<ReadonlySet<string>> {
    const { folder, clock } = this.#options;
    const nowMs = clock.now();
    const seen = new Map<string, { stamp: string; sinceMs: number }>();
    for (const { name } of entries) {
      const stamp = await stampOf(join(folder, name));
      const before = this.#seen.get(name);
      seen.set(name, before?.stamp === stamp ? before : { stamp, sinceMs: nowMs });
    }
    this.#seen = seen;
    return new Set([...seen].flatMap(([name, { sinceMs }]) => (nowMs - sinceMs >= settledMs ? [name] : [])));
  }

  async #take({ name, entries, isFolder }: Delivery): Promise<void> {
    const { folder } = this.#options;
    const aside = join(folder, taking, name);
    if (isFolder) return await rename(join(folder, name), aside);
    await mkdir(aside);
    for (const entry of entries) await rename(join(folder, entry), join(aside, entry));
  }

  /** Returns a line for each thing that is not in. */
  async #ingest({ name, isFolder }: Delivery): Promise<string[]> {
    const { folder, session } = this.#options;
    const aside = join(folder, taking, name);
    const faults: string[] = [];
    try {
      const reading = await readFolder(aside);
      for (const { file, line, column, message } of reading.faults)
        faults.push(`${file}:${line}:${column}: ${message}`);
      if (faults.length > 0) return faults;
      const items = folderItems(aside, reading, session.context, isFolder ? `${name}/` : "");
      if (items.length === 0) return ["There is no package, and no manifest that says what the files are."];
      await session.run(
        items,
        {
          passed: () => undefined,
          done: () => undefined,
          setAside: (key, reason, message) => faults.push(`${key}: ${reason}. ${message}`),
          setAsideBefore: () => undefined,
        },
        true,
      );
    } catch (error) {
      if (isSystemFault(error)) throw error;
      faults.push(error instanceof Refusal ? error.message : String(error));
    }
    return faults;
  }

  async #finish({ name, entries, isFolder }: Delivery, faults: readonly string[]): Promise<void> {
    const { folder } = this.#options;
    const aside = join(folder, taking, name);
    const place = join(folder, faults.length === 0 ? done : failed);
    const [only] = entries;
    const isFile = !isFolder && entries.length === 1 && only !== undefined;
    const target = await freeName(place, isFile ? only : name);
    if (faults.length > 0) await writeFile(join(place, `${target}.txt`), `${faults.join("\n")}\n`);
    await rename(isFile ? join(aside, only) : aside, join(place, target));
    if (isFile) await rmdir(aside);
  }

  /** The files of a delivery, or the folder that it is: one that was made for it here holds files alone. */
  async #putBack(name: string): Promise<void> {
    const { folder } = this.#options;
    const aside = join(folder, taking, name);
    if (!existsSync(aside)) return;
    if (!isMade(name)) return await rename(aside, join(folder, await freeName(folder, name)));
    for (const entry of await readdir(aside)) {
      await rename(join(aside, entry), join(folder, await freeName(folder, entry)));
    }
    await rmdir(aside);
  }
}

/** Begins the name of a delivery of loose files, which no folder that was dropped has: `.` begins what is left alone. */
const madePrefix = ".";
const isMade = (name: string) => name.startsWith(madePrefix);

/**
 * With a manifest at the top everything there is one delivery; otherwise each folder is one, and each group of files
 * with the same docID in their names.
 */
function deliveriesOf(entries: readonly Dirent[], settled: ReadonlySet<string>): Delivery[] {
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

/** Changes while something in it is being written. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "";
  if (!found.isDirectory()) return `${found.size}:${found.mtimeMs}`;
  let [files, bytes, newestMs] = [0, 0, found.mtimeMs];
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    const inside = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (inside === undefined) continue;
    files++;
    bytes += inside.size;
    newestMs = Math.max(newestMs, inside.mtimeMs);
  }
  return `${files}:${bytes}:${newestMs}`;
}

async function freeName(folder: string, wanted: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  const { name, ext } = parse(wanted.replace(/^\./, ""));
  for (let number = 1; ; number++) {
    const free = number === 1 ? `${name}${ext}` : `${name} (${number})${ext}`;
    if (!taken.has(free)) return free;
  }
}
