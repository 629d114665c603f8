import type { Readable } from "node:stream";
import yauzl from "yauzl";

/**
 * Lists the files in an archive from an untrusted source. Only the archive's directory is read, nothing is unpacked,
 * and everything has a limit. Names are only shown, never used as paths.
 */
export interface ArchiveFile {
  readonly byteSize: number;
  /** Streams the bytes from `first` to `last`, both included. */
  stream(first: number, last: number): Readable;
}

export interface ZipEntry {
  readonly name: string;
  readonly byteSize: number;
  readonly packedSize: number;
  readonly folder: boolean;
}

export interface ZipListing {
  readonly entries: readonly ZipEntry[];
  /** True where the archive has more entries than are listed. */
  readonly cut: boolean;
}

export const entriesMax = 2000;
const nameMax = 400;

class FileReader extends yauzl.RandomAccessReader {
  readonly #file: ArchiveFile;

  constructor(file: ArchiveFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.stream(start, end - 1);
  }
}

/** Undefined where the file is no archive that can be read. */
export function listZip(file: ArchiveFile): Promise<ZipListing | undefined> {
  return new Promise((resolve) => {
    // Names are decoded here, since the library takes every name without the UTF-8 flag for CP437.
    yauzl.fromRandomAccessReader(
      new FileReader(file),
      file.byteSize,
      { lazyEntries: true, decodeStrings: false, validateEntrySizes: false },
      (error, archive) => {
        if (error !== null || archive === undefined) {
          resolve(undefined);
          return;
        }
        const entries: ZipEntry[] = [];
        archive.on("entry", (entry: yauzl.Entry) => {
          if (entries.length === entriesMax) {
            archive.close();
            resolve({ entries, cut: true });
            return;
          }
          entries.push(readEntry(entry));
          archive.readEntry();
        });
        archive.on("end", () => resolve({ entries, cut: false }));
        archive.on("error", () => resolve(entries.length === 0 ? undefined : { entries, cut: true }));
        archive.readEntry();
      },
    );
  });
}

function readEntry(entry: yauzl.Entry): ZipEntry {
  const name = decodeName(entry.fileNameRaw, (entry.generalPurposeBitFlag & 0x800) !== 0);
  return {
    name: shownName(name),
    byteSize: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    folder: name.endsWith("/"),
  };
}

/** Names in Japanese archives without the UTF-8 flag are either UTF-8 all the same or CP932. */
function decodeName(raw: Buffer, isUtf8: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: !isUtf8 }).decode(raw);
  } catch {
    return new TextDecoder("shift_jis").decode(raw);
  }
}

/** Control characters and text-direction marks could make a name look like another one, so they are removed. */
function shownName(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "�");
  return clean.length > nameMax ? `${clean.slice(0, nameMax)}…` : clean;
}
