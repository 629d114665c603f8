import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { CommandError } from "../command.ts";
import { faultOf } from "./faults.ts";
import { hashing } from "./hashed-files.ts";

export type ArchiveEntry = { readonly name: string } & (
  | { readonly bytes: Buffer }
  /** Read once; if it no longer has this hash, writing the archive fails. */
  | { readonly title: string; readonly sha256: string; readonly byteSize: number; open(): Readable }
);

/** Texts and images are compressed already; databases are not. */
const compressed = /\.(?:db|json|jsonl)$/;

export async function writeArchive(
  file: string,
  entries: readonly ArchiveEntry[],
  onProgress: (done: number) => void,
): Promise<void> {
  const zip = new ZipFile();
  const abort = new AbortController();
  // A source that fails must end the writing; the output would otherwise wait for ever.
  zip.on("error", (error: unknown) => abort.abort(error));
  let done = 0;
  for (const entry of entries) {
    const options = {
      mtime: new Date(0),
      mode: 0o600,
      compressionLevel: compressed.test(entry.name) ? 1 : 0,
    };
    if ("bytes" in entry) {
      zip.addBuffer(entry.bytes, entry.name, options);
      continue;
    }
    zip.addReadStreamLazy(entry.name, { ...options, size: entry.byteSize }, (give) => {
      onProgress(++done);
      const hashed = hashing((hash) =>
        hash === entry.sha256 ? undefined : new CommandError(`${entry.title} is damaged: it is not what was stored.`),
      );
      pipeline(entry.open(), hashed).catch((error: unknown) => abort.abort(faultOf(error, entry.title)));
      give(null, hashed);
    });
  }
  zip.end();
  const target = createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
  try {
    await pipeline(zip.outputStream, target, { signal: abort.signal });
  } catch (error) {
    throw abort.signal.aborted ? faultOf(abort.signal.reason) : faultOf(error, file);
  }
}
