import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { asSentence, CommandError } from "../command.ts";
import { faultOf } from "./faults.ts";
import { hashing } from "./hashed-files.ts";
import { halves, isExpectedEntry, isHash, Manifest, manifestEntry } from "./layout.ts";

export interface ArchiveContents {
  readonly manifest: Manifest;
  readonly names: ReadonlySet<string>;
}

export type EntryReader = (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>;

const manifestBytesMax = 16_000_000;

/** Refuses entries that a backup does not contain; `take` gets each entry as it is read. */
export async function readArchive(file: string, take: EntryReader): Promise<ArchiveContents> {
  const zip = await open(file);
  const names = new Set<string>();
  let manifest: Manifest | undefined;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      if (!isExpectedEntry(name)) throw new CommandError(`${file} is no backup: it holds '${name.slice(0, 80)}'.`);
      if (names.has(name)) throw new CommandError(`${file} is damaged: it holds ${name} twice.`);
      names.add(name);
      if (manifest === undefined) {
        manifest = await readManifest(file, zip, entry);
        continue;
      }
      await readEntry(file, zip, entry, expectedHash(name, manifest), take);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : damaged(file, error);
  } finally {
    zip.close();
  }
  if (manifest === undefined) throw new CommandError(`${file} is no backup: it is empty.`);
  const missing = [
    ...Object.keys(manifest.sha256),
    ...halves.filter(({ name }) => manifest.halves.includes(name)).map(({ database }) => database),
  ].find((name) => !names.has(name));
  if (missing !== undefined) throw new CommandError(`${file} is damaged: ${missing} is missing from it.`);
  return { manifest, names };
}

async function open(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true });
  } catch (error) {
    if (error instanceof Error && "code" in error) throw faultOf(error, file);
    throw new CommandError(asSentence(`${file} is no backup, or only a part of one: ${saidBy(error)}`));
  }
}

async function readManifest(file: string, zip: ZipFile, entry: Entry): Promise<Manifest> {
  if (entry.fileName !== manifestEntry || entry.uncompressedSize > manifestBytesMax) {
    throw new CommandError(`${file} is no backup: it does not begin with ${manifestEntry}.`);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) chunks.push(chunk);
  try {
    return Manifest.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
  } catch {
    throw new CommandError(`${file} was made by another version of hiraku, or is damaged: its manifest can't be read.`);
  }
}

function expectedHash(name: string, manifest: Manifest): string | undefined {
  const last = name.slice(-64);
  return isHash(last) ? last : Object.hasOwn(manifest.sha256, name) ? manifest.sha256[name] : undefined;
}

async function readEntry(
  file: string,
  zip: ZipFile,
  entry: Entry,
  expected: string | undefined,
  take: EntryReader,
): Promise<void> {
  if (expected === undefined) {
    throw new CommandError(`${file} is damaged: its manifest knows nothing of ${entry.fileName}.`);
  }
  const check = hashing((hash) =>
    hash === expected ? undefined : new CommandError(`${file} is damaged at ${entry.fileName}.`),
  );
  const source: Readable = await zip.openReadStreamPromise(entry);
  await pipeline(source, check, (bytes: AsyncIterable<Buffer>) => take(entry.fileName, bytes));
}

function damaged(file: string, error: unknown): CommandError {
  if (error instanceof Error && "code" in error && String(error.code).startsWith("E")) return faultOf(error);
  return new CommandError(asSentence(`${file} is damaged: ${saidBy(error)}`));
}

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
