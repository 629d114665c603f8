import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type StoredBlob, writeHashed } from "./hashed-files.ts";
import type { ObjectFacts, S3Objects } from "./s3-objects.ts";
import { Verified } from "./verified.ts";

const downloadBytes = 8_388_608;
const attemptsMax = 3;

/**
 * Objects that are named by the hash of their bytes. What this process has not yet seen is read as a whole and hashed
 * before it counts; from then on it counts as long as it stays the same. One whose bytes are others is set aside.
 */
export class VerifiedObjects {
  readonly objects: S3Objects;
  /** On this machine, for files on their way to and from the bucket. */
  readonly #spoolFolder: string;
  /** Objects verified once, with their ETag. */
  readonly #verified = new Verified();

  constructor(objects: S3Objects, spoolFolder: string) {
    this.objects = objects;
    this.#spoolFolder = spoolFolder;
  }

  /** Of the object of this name that was verified last, whatever is stored there now. */
  etagOf(key: string): string | undefined {
    return this.#verified.get(key);
  }

  isVerified({ key, etag }: ObjectFacts): boolean {
    return this.#verified.get(key) === etag;
  }

  /** Its bytes were compared with its name by the caller, or are those of an object that was. */
  noteVerified(key: string, etag: string): void {
    this.#verified.set(key, etag);
  }

  /** The name of a new file on this machine. */
  async spoolFile(): Promise<string> {
    await mkdir(this.#spoolFolder, { recursive: true, mode: 0o700 });
    return join(this.#spoolFolder, randomBytes(16).toString("hex"));
  }

  async *bytesOf(facts: ObjectFacts): AsyncGenerator<Buffer> {
    for (let start = 0; start < facts.byteSize; start += downloadBytes) {
      yield await this.range(facts, start, downloadBytes);
    }
  }

  async range({ key, etag }: Pick<ObjectFacts, "key" | "etag">, start: number, byteCount: number): Promise<Buffer> {
    const found = await this.objects.read(key, { start, byteCount, etag });
    if (found === undefined) throw new Error(`${this.objects.name}${key} was removed while it was read.`);
    return found.bytes;
  }

  /** A verified copy on this machine, or undefined where the object is damaged. */
  async download(facts: ObjectFacts, blob: string): Promise<string | undefined> {
    const file = await this.spoolFile();
    try {
      const stored = await writeHashed(file, this.bytesOf(facts));
      if (stored.blob === blob) {
        this.noteVerified(facts.key, facts.etag);
        return file;
      }
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    await rm(file, { force: true });
    return undefined;
  }

  /** The whole object, verified, or undefined. */
  async find(key: string, blob: string): Promise<ObjectFacts | undefined> {
    const facts = await this.objects.head(key);
    if (facts === undefined || this.isVerified(facts)) return facts;
    const file = await this.download(facts, blob);
    if (file === undefined) {
      await this.moveAway(key, blob);
      return undefined;
    }
    await rm(file, { force: true });
    return facts;
  }

  /** Keeps it for a while from now, so that its damage can be examined. */
  async moveAway(key: string, blob: string): Promise<void> {
    if ((await this.objects.copy(key, `damaged/${blob}`)) !== undefined) await this.objects.remove(key);
  }

  /** `found` looks for the same bytes in the bucket first. Returns whether they were stored now. */
  async store(
    key: string,
    source: string | Buffer,
    stored: StoredBlob,
    found: () => Promise<unknown> = () => this.find(key, stored.blob),
  ): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      if ((await found()) !== undefined) return false;
      const result = await this.objects.put(key, source, { sha256: stored.blob, byteSize: stored.byteSize });
      if (result !== "exists") {
        this.noteVerified(key, result.etag);
        return true;
      }
      // Another process stored it meanwhile: what it stored is verified, and set aside where it is damaged.
      if (attempt === attemptsMax) throw new Error(`${this.objects.name}${key} can neither be used nor replaced.`);
    }
  }
}
