import { rmSync } from "node:fs";
import { join } from "node:path";
import { type BlobPlace, defaultPlace, nameOf } from "../../lib/objects/place.ts";
import { openBlobs } from "../../service/storage/blobs/open-blobs.ts";
import type { ManagedBlobs } from "../../service/storage/ports.ts";
import { type FoundFile, type HashedFiles, hashOf } from "../archive/hashed-files.ts";
import { filesOf } from "../archive/hashed-objects.ts";
import { halves } from "../archive/layout.ts";

const atOnce = 8;

export interface FilesPlace {
  readonly data: string;
  readonly blobs: BlobPlace;
}

const service = halves.find(({ name }) => name === "service") ?? halves[0];

/** The files of one place, by area. */
export class MovedFiles {
  readonly #from: HashedFiles;
  readonly #to: HashedFiles;
  readonly #target: FilesPlace;

  constructor(from: FilesPlace, to: FilesPlace) {
    if (service === undefined) throw new Error("There is no half with files.");
    this.#from = filesOf(service, from.data, { place: from.blobs });
    this.#to = filesOf(service, to.data, { place: to.blobs });
    this.#target = to;
  }

  async isTargetEmpty(): Promise<boolean> {
    for (const area of areas) for await (const _ of this.#to.list(`blobs/${area}`)) return false;
    return true;
  }

  async count(): Promise<number> {
    let count = 0;
    for (const area of areas) for await (const _ of this.#from.list(`blobs/${area}`)) count++;
    return count;
  }

  /** Those that are there already are left out; each is hashed on its way. Returns the damaged ones, which stay behind. */
  async copy(onFile: () => void): Promise<string[]> {
    const spoolFolder = join(this.#target.data, "move-spool");
    const blobs = openBlobs(this.#target.blobs, {
      spoolFolder,
      madeBytesMax: Number.MAX_SAFE_INTEGER,
      pins: { isPinned: async () => true },
      references: { isReferenced: async () => true },
    });
    const damaged: string[] = [];
    try {
      for (const area of areas) {
        await inParallel(this.#from.list(`blobs/${area}`), async (file) => {
          if (!(await this.#copyOne(blobs, file, area))) damaged.push(file.hash);
          onFile();
        });
      }
    } finally {
      await blobs.close();
      rmSync(spoolFolder, { recursive: true, force: true });
    }
    return damaged;
  }

  async #copyOne(blobs: ManagedBlobs, file: FoundFile, area: (typeof areas)[number]): Promise<boolean> {
    const there = await this.#to.find(file.hash);
    if (there?.byteSize === file.byteSize) return true;
    if ((await hashOf(file.open())) !== file.hash) return false;
    const stored = await blobs.put(file.open(), area);
    return stored.blob === file.hash;
  }

  /** Reads all of the target again: what is required must be there, and everything must be what its name says. */
  async verify(required: ReadonlySet<string>, onFile: () => void): Promise<string[]> {
    const problems: string[] = [];
    const whole = new Set<string>();
    for (const area of areas) {
      await inParallel(this.#to.list(`blobs/${area}`), async (file) => {
        if ((await hashOf(file.open())) === file.hash) whole.add(file.hash);
        else problems.push(`${file.title} is damaged`);
        onFile();
      });
    }
    for (const hash of required) if (!whole.has(hash)) problems.push(`the file ${hash} is missing`);
    return problems;
  }
}

const areas = ["kept", "made"] as const;

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

export const isSamePlace = (a: BlobPlace, b: BlobPlace): boolean => nameOf(a) === nameOf(b);

export function isInFolder({ data, blobs }: FilesPlace): boolean {
  return isSamePlace(blobs, defaultPlace(data));
}
