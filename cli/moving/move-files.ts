import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type BlobPlace, defaultPlace } from "../../lib/kit/objects/place.ts";
import { openBodies } from "../../lib/spending/adapters/open-bodies.ts";
import { openBlobs } from "../../service/storage/blobs/open-blobs.ts";
import { type FoundFile, type HashedFiles, hashOf } from "../archive/hashed-files.ts";
import { filesOf } from "../archive/hashed-objects.ts";
import { type Half, halves } from "../archive/layout.ts";
import { isSamePlace, ownBodies } from "./house.ts";

const atOnce = 8;

export interface FilesPlace {
  readonly data: string;
  readonly place: BlobPlace;
}

/** Takes files and names them by their hash. */
interface Sink {
  put(source: Readable, folder: string): Promise<string>;
  close(): Promise<void>;
}

/** The files of one half, from one place to another. Every step can be done again. */
export class MovedFiles {
  readonly #half: Half;
  readonly #from: HashedFiles;
  readonly #to: HashedFiles;
  readonly #target: FilesPlace;

  constructor(name: Half["name"], from: FilesPlace, to: FilesPlace) {
    const half = halves.find((each) => each.name === name);
    if (half === undefined) throw new Error(`There is no half '${name}'.`);
    this.#half = half;
    this.#from = filesAt(half, from);
    this.#to = filesAt(half, to);
    this.#target = to;
  }

  async isTargetEmpty(): Promise<boolean> {
    for (const folder of this.#half.files) for await (const _ of this.#to.list(folder)) return false;
    return true;
  }

  async count(): Promise<number> {
    let count = 0;
    for (const folder of this.#half.files) for await (const _ of this.#from.list(folder)) count++;
    return count;
  }

  /** Those that are there already are left out; each is hashed on its way. Returns the damaged ones, which stay behind. */
  async copy(onFile: () => void): Promise<string[]> {
    const sink = this.#half.name === "web" ? bodiesAt(this.#target) : blobsAt(this.#target);
    const damaged: string[] = [];
    try {
      for (const folder of this.#half.files) {
        await inParallel(this.#from.list(folder), async (file) => {
          if (!(await this.#copyOne(sink, file, folder))) damaged.push(file.hash);
          onFile();
        });
      }
    } finally {
      await sink.close();
    }
    return damaged;
  }

  async #copyOne(sink: Sink, file: FoundFile, folder: string): Promise<boolean> {
    const there = await this.#to.find(file.hash);
    if (there?.byteSize === file.byteSize && (await hashOf(there.open())) === file.hash) return true;
    if ((await hashOf(file.open())) !== file.hash) return false;
    return (await sink.put(file.open(), folder)) === file.hash;
  }

  /** Reads all of the target again: what is required must be there, and everything must be what its name says. */
  async verify(required: ReadonlySet<string>, onFile: () => void): Promise<string[]> {
    const problems: string[] = [];
    const whole = new Set<string>();
    for (const folder of this.#half.files) {
      await inParallel(this.#to.list(folder), async (file) => {
        if ((await hashOf(file.open())) === file.hash) whole.add(file.hash);
        else problems.push(`${file.title} is damaged`);
        onFile();
      });
    }
    for (const hash of required) if (!whole.has(hash)) problems.push(`the file ${hash} is missing`);
    return problems;
  }
}

function filesAt(half: Half, { data, place }: FilesPlace): HashedFiles {
  return filesOf(half, data, half.name === "web" ? { webPlace: place } : { place });
}

function blobsAt({ data, place }: FilesPlace): Sink {
  const spoolFolder = join(data, "move-spool");
  const blobs = openBlobs(place, {
    spoolFolder,
    madeBytesMax: Number.MAX_SAFE_INTEGER,
    pins: { isPinned: async () => true },
    references: { isReferenced: async () => true },
  });
  return {
    put: async (source, folder) => (await blobs.put(source, folder === "blobs/made" ? "made" : "kept")).blob,
    async close() {
      await blobs.close();
      rmSync(spoolFolder, { recursive: true, force: true });
    },
  };
}

function bodiesAt({ data, place }: FilesPlace): Sink {
  const bodies = openBodies(data, place);
  return {
    async put(source) {
      const writer = await bodies.spool();
      try {
        for await (const chunk of source) await writer.write(chunk instanceof Uint8Array ? chunk : Buffer.from(chunk));
        return (await writer.keep()).sha256;
      } catch (error) {
        await writer.discard();
        throw error;
      }
    },
    close: async () => {},
  };
}

async function inParallel<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const task: Promise<void> = work(item).finally(() => running.delete(task));
    // Its failure is thrown where it is waited for.
    task.catch(() => {});
    running.add(task);
    if (running.size >= atOnce) await Promise.race(running);
  }
  await Promise.all(running);
}

/** Nothing marks files at the data folder's usual place. */
export function isInFolder(half: Half["name"], { data, place }: FilesPlace): boolean {
  return isSamePlace(place, half === "web" ? ownBodies(data) : defaultPlace(data));
}
