import type { Dirent } from "node:fs";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, rename, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { IngestRecord } from "../../storage/ports.ts";
import type { Clock } from "../clock.ts";
import { isSystemFault } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import type { IngestSession } from "../session.ts";
import { folderItems, readFolder } from "../sources/folder/folder-items.ts";
import { cutsMax } from "./begin.ts";
import { type Delivery, deliveriesOf, freeName, isMade, measure } from "./deliveries.ts";
import { checkRoom, type FreeBytes } from "./room.ts";
import type { WatchLog } from "./watch-log.ts";

export interface InboxOptions {
  readonly folder: string;
  readonly session: IngestSession;
  readonly clock: Clock;
  readonly log: WatchLog;
  readonly signal: AbortSignal;
  readonly freeBytes: FreeBytes;
}

const done = "done";
const failed = "failed";
/** Deliveries that are being ingested. */
const taking = ".taking";
const unfinished = /^\.|\.(?:part|partial|tmp|crdownload|filepart)$|~$/i;
/** A file is still being written while it has changed within this time. */
const settledMs = 4_000;
/** A file that can't be ingested may be one that is written slowly, until nothing has changed for this time. */
const finalMs = 60_000;
/** Others wait for the next look, so that a full inbox does not hold up EDINET. */
const deliveriesAtOnce = 16;
const filesMax = 10_000;
const bytesMax = 2_000_000_000;
/** After a failure that is no delivery's: no folder, no store, no disk. */
const pauseMs = 30_000;

interface Seen {
  readonly stamp: string;
  readonly sinceMs: number;
  isTried: boolean;
}

/**
 * A folder whose files are ingested when they are whole, and then moved to `done/`, or to `failed/` with the reason
 * beside them. Each delivery is first moved aside as a folder, so that one move ends it; what a killed process had
 * moved aside goes back and is ingested once more, which changes nothing.
 */
export class Inbox {
  readonly #options: InboxOptions;
  #seen = new Map<string, Seen>();
  #isRecovered = false;
  #pausedUntilMs = 0;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Another process may have watched it meanwhile. */
  recover(): void {
    this.#isRecovered = false;
  }

  /** Ingests some of what is whole; false where there is nothing to do now. A failure is logged and holds up no other. */
  async step(): Promise<boolean> {
    const { clock, log, signal } = this.#options;
    const pauseLeftMs = this.#pausedUntilMs - clock.now();
    if (pauseLeftMs > 0 && pauseLeftMs <= pauseMs) return false;
    try {
      await this.#makeFolders();
      if (!this.#isRecovered) await this.#putAllBack();
      this.#isRecovered = true;
      return await this.#look();
    } catch (error) {
      if (signal.aborted) return false;
      this.#pausedUntilMs = clock.now() + pauseMs;
      log.failure("watching the folder failed", error);
      return false;
    }
  }

  /** A link there would lead what is moved out of the folder. */
  async #makeFolders(): Promise<void> {
    for (const name of [done, failed, taking]) {
      const path = join(this.#options.folder, name);
      await mkdir(path, { recursive: true });
      if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is no plain folder.`);
    }
  }

  /** A delivery that was cut too often may be what ended the program. */
  async #putAllBack(): Promise<void> {
    const { folder } = this.#options;
    for (const name of await readdir(join(folder, taking))) {
      const cuts = ((await this.#record(name))?.attempts ?? 0) + 1;
      const isLast = cuts >= cutsMax;
      const [reason, message] = isLast ? ["program_ended", "Reading it has ended the program."] : [null, null];
      await this.#putRecord(name, { state: isLast ? "set_aside" : "waiting", attempts: cuts, reason, message });
      if (!isLast) await this.#putBack(name);
      else {
        const isFolder = !isMade(name);
        const entries = isFolder ? [name] : await readdir(join(folder, taking, name));
        await this.#finish({ name, entries, isFolder }, [`${reason}. ${message}`]);
      }
    }
  }

  async #look(): Promise<boolean> {
    const { folder, signal, freeBytes } = this.#options;
    const entries = (await readdir(folder, { withFileTypes: true })).filter(
      (entry) =>
        (entry.isFile() || entry.isDirectory()) &&
        entry.name !== done &&
        entry.name !== failed &&
        !unfinished.test(entry.name),
    );
    const deliveries = deliveriesOf(entries, await this.#settled(entries)).slice(0, deliveriesAtOnce);
    if (deliveries.length > 0) await checkRoom(freeBytes);
    for (const delivery of deliveries) {
      if (signal.aborted) return false;
      await this.#dealWith(delivery);
    }
    return deliveries.length > 0;
  }

  async #dealWith(delivery: Delivery): Promise<void> {
    const { clock, log, signal } = this.#options;
    let faults: readonly string[];
    try {
      await this.#take(delivery);
      faults = await this.#ingest(delivery);
    } catch (error) {
      await this.#putBack(delivery.name);
      throw error;
    }
    if (signal.aborted) return await this.#putBack(delivery.name);
    const seen = delivery.entries.flatMap((name) => this.#seen.get(name) ?? []);
    if (faults.length > 0 && seen.some(({ sinceMs }) => clock.now() - sinceMs < finalMs)) {
      for (const each of seen) each.isTried = true;
      return await this.#putBack(delivery.name);
    }
    if ((await this.#record(delivery.name)) !== undefined) await this.#putRecord(delivery.name, { state: "done" });
    await this.#finish(delivery, faults);
    log.event("delivery", { name: delivery.name, faults: faults.length });
  }

  /** Entries that have not changed for a while. */
  async #settled(entries: readonly Dirent[]): Promise<ReadonlySet<string>> {
    const { folder, clock } = this.#options;
    const nowMs = clock.now();
    const seen = new Map<string, Seen>();
    for (const { name } of entries) {
      const { files, bytes, newestMs } = await measure(join(folder, name));
      const stamp = `${files}:${bytes}:${newestMs}`;
      const before = this.#seen.get(name);
      // A clock that was set back begins anew.
      const isSame = before?.stamp === stamp && before.sinceMs <= nowMs;
      seen.set(name, isSame ? before : { stamp, sinceMs: nowMs, isTried: false });
    }
    this.#seen = seen;
    const isSettled = ({ sinceMs, isTried }: Seen) => nowMs - sinceMs >= (isTried ? finalMs : settledMs);
    return new Set([...seen].flatMap(([name, each]) => (isSettled(each) ? [name] : [])));
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
      const { files, bytes } = await measure(aside);
      if (files > filesMax) return [`It has ${files} files; ${filesMax} are allowed at once.`];
      if (bytes > bytesMax) return [`It has ${bytes} bytes; ${bytesMax} are allowed at once.`];
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
    const target = await freeName(place, isFile ? only : name, ".txt");
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

  /** Of a delivery that was cut. */
  #record(name: string): Promise<IngestRecord | undefined> {
    return this.#options.session.context.sink.records.find(`delivery:${name}`);
  }

  #putRecord(name: string, changes: Partial<IngestRecord>): Promise<void> {
    const { session, clock } = this.#options;
    return session.context.sink.records.put([
      {
        ...{ key: `delivery:${name}`, kind: "file", state: "waiting", fingerprint: "", day: null, detail: null },
        ...{ submittedAtMs: null, reason: null, message: null, attempts: 0, dueAtMs: null, atMs: clock.now() },
        ...changes,
      },
    ]);
  }
}
