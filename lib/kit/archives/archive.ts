import { crc32, inflateRawSync } from "node:zlib";
import { type Entry, fromBuffer, open as openFile, type ZipFile } from "yauzl";
import { readEntryName } from "./entry-name.ts";
import { Refusal } from "./refusal.ts";

/**
 * Reads ZIP packages from untrusted sources. Nothing is written to a path that the archive names: entries are returned
 * as bytes, and no more of an entry is unpacked than its header claims and the limits allow.
 */
export interface ArchiveLimits {
  readonly entriesMax: number;
  readonly packedBytesMax: number;
  readonly unpackedBytesMax: number;
  /** The largest ratio of unpacked to packed size, for an entry beyond its first mebibyte and for the archive. */
  readonly ratioMax: number;
  readonly entryBytesMax: number;
}

export const defaultArchiveLimits: ArchiveLimits = {
  entriesMax: 10_000,
  packedBytesMax: 100 * 1_048_576,
  unpackedBytesMax: 1_073_741_824,
  ratioMax: 100,
  entryBytesMax: 64 * 1_048_576,
};

interface ArchiveEntry {
  readonly path: string;
  readonly byteSize: number;
}

export interface Archive {
  /** Files only, in the archive's order. */
  readonly entries: readonly ArchiveEntry[];
  has(path: string): boolean;
  read(path: string): Promise<Buffer>;
  close(): void;
}

const ratioFreeBytes = 1_048_576;
const localHeaderBytes = 30;
/** Methods of packing. */
const stored = 0;
const deflated = 8;

export async function openArchive(
  source: string | Buffer,
  limits: ArchiveLimits = defaultArchiveLimits,
): Promise<Archive> {
  const zip = await openZip(source);
  try {
    if (zip.fileSize > limits.packedBytesMax) {
      throw new Refusal("too_large", `The archive has ${zip.fileSize} bytes; ${limits.packedBytesMax} are allowed.`);
    }
    return new CheckedArchive(zip, await listEntries(zip, limits), limits);
  } catch (error) {
    zip.close();
    throw error;
  }
}

const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true } as const;

function openZip(source: string | Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, zip?: ZipFile): void => {
      if (error !== null || zip === undefined) {
        reject(isSystemError(error) ? error : new Refusal("not_an_archive", `Not a readable ZIP: ${error?.message}`));
      } else resolve(zip);
    };
    if (typeof source === "string") openFile(source, options, done);
    else fromBuffer(source, options, done);
  });
}

function isSystemError(error: Error | null): error is NodeJS.ErrnoException {
  return error !== null && "code" in error && typeof error.code === "string" && error.code.startsWith("E");
}

async function listEntries(zip: ZipFile, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entriesMax) throw tooManyEntries(zip.entryCount, limits);
  const files = new Map<string, Entry>();
  const seen = new Set<string>();
  const all: Entry[] = [];
  let unpacked = 0;
  for await (const entry of walk(zip)) {
    all.push(entry);
    if (all.length > limits.entriesMax) throw tooManyEntries(all.length, limits);
    const path = checkEntry(entry);
    const key = path.normalize("NFC").toLowerCase();
    if (seen.has(key)) throw new Refusal("duplicate_entry", `The archive holds ${JSON.stringify(path)} twice.`);
    seen.add(key);
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.unpackedBytesMax) throw tooLarge(limits.unpackedBytesMax);
    if (!path.endsWith("/")) files.set(path, entry);
  }
  checkOverlaps(all);
  if (unpacked > ratioFreeBytes && unpacked > zip.fileSize * limits.ratioMax) throw ratioTooHigh(limits);
  return files;
}

/** yauzl reports entries by events; one at a time keeps a directory of a million entries out of memory. */
async function* walk(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        zip.removeListener("entry", onEntry);
        zip.removeListener("end", onEnd);
        zip.removeListener("error", onError);
        outcome();
      };
      const onEntry = (found: Entry): void => settle(() => resolve(found));
      const onEnd = (): void => settle(() => resolve(undefined));
      const onError = (error: Error): void => settle(() => reject(new Refusal("damaged_archive", error.message)));
      zip.on("entry", onEntry);
      zip.on("end", onEnd);
      zip.on("error", onError);
      zip.readEntry();
    });
    if (entry === undefined) return;
    yield entry;
  }
}

function checkEntry(entry: Entry): string {
  const path = readEntryName(rawName(entry), (entry.generalPurposeBitFlag & 0x800) !== 0);
  if ((entry.generalPurposeBitFlag & 0x1) !== 0) {
    throw new Refusal("encrypted_archive", "The archive is encrypted.");
  }
  const unixMode = entry.externalFileAttributes >>> 16;
  const kind = unixMode & 0xf000;
  // Accepts regular files, folders, and entries without Unix modes; links, devices and sockets are refused.
  if (kind !== 0 && kind !== 0x8000 && kind !== 0x4000) {
    throw new Refusal("symlink", `The archive holds something other than files: ${JSON.stringify(path)}.`);
  }
  return path;
}

/** With `decodeStrings` off names are bytes, which the type declarations don't say. */
function rawName(entry: Entry): Buffer {
  const name: unknown = entry.fileName;
  return Buffer.isBuffer(name) ? name : Buffer.from(String(name), "utf8");
}

/** Entries that share bytes can make a few kilobytes unpack to petabytes. */
function checkOverlaps(entries: readonly Entry[]): void {
  const spans = entries
    .map((entry) => ({
      start: entry.relativeOffsetOfLocalHeader,
      end: entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameLength + entry.compressedSize,
    }))
    .sort((a, b) => a.start - b.start);
  let end = 0;
  for (const span of spans) {
    if (span.start < end) throw new Refusal("overlapping_entries", "Entries of the archive overlap.");
    end = span.end;
  }
}

class CheckedArchive implements Archive {
  readonly entries: readonly ArchiveEntry[];
  readonly #zip: ZipFile;
  readonly #files: ReadonlyMap<string, Entry>;
  readonly #limits: ArchiveLimits;
  #unpacked = 0;

  constructor(zip: ZipFile, files: ReadonlyMap<string, Entry>, limits: ArchiveLimits) {
    this.#zip = zip;
    this.#files = files;
    this.#limits = limits;
    this.entries = [...files].map(([path, entry]) => ({ path, byteSize: entry.uncompressedSize }));
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  async read(path: string): Promise<Buffer> {
    const entry = this.#files.get(path);
    if (entry === undefined) throw new Error(`no entry ${path}`);
    const { uncompressedSize: size, compressedSize, compressionMethod } = entry;
    const { entryBytesMax, ratioMax, unpackedBytesMax } = this.#limits;
    if (size > entryBytesMax) throw tooLarge(entryBytesMax);
    this.#unpacked += size;
    if (this.#unpacked > unpackedBytesMax) throw tooLarge(unpackedBytesMax);
    if (size > ratioFreeBytes && size > compressedSize * ratioMax) throw ratioTooHigh(this.#limits);
    if (compressionMethod !== stored && compressionMethod !== deflated) {
      throw new Refusal("damaged_archive", `Nothing unpacks the method ${compressionMethod} here.`);
    }
    const packed = await this.#packed(entry);
    const bytes = compressionMethod === stored ? packed : inflate(packed, size);
    if (bytes.length !== size || crc32(bytes) !== entry.crc32) {
      throw new Refusal("damaged_archive", `The checksum of ${JSON.stringify(path)} does not match.`);
    }
    return bytes;
  }

  async #packed(entry: Entry): Promise<Buffer> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of await openStream(this.#zip, entry)) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    } catch (error) {
      throw new Refusal("damaged_archive", error instanceof Error ? error.message : String(error));
    }
  }

  close(): void {
    this.#zip.close();
  }
}

/** At once, since a stream of small pieces costs several times as much; no more than the entry says comes out of it. */
function inflate(packed: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size + 1) });
  } catch (error) {
    throw new Refusal("damaged_archive", error instanceof Error ? error.message : String(error));
  }
}

function openStream(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, { decodeFileData: false }, (error, stream) => {
      if (error !== null || stream === undefined) reject(error ?? new Error("the entry can't be read"));
      else resolve(stream);
    });
  });
}

function tooManyEntries(count: number, limits: ArchiveLimits): Refusal {
  return new Refusal("too_many_entries", `The archive has ${count} entries; ${limits.entriesMax} are allowed.`);
}

function tooLarge(bytes: number): Refusal {
  return new Refusal("too_large", `The archive unpacks to more than ${bytes} bytes.`);
}

function ratioTooHigh(limits: ArchiveLimits): Refusal {
  return new Refusal("ratio_too_high", `The archive unpacks to more than ${limits.ratioMax} times its size.`);
}
