import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { finished } from "node:stream/promises";
import { type Half, hashPath, isHash } from "./layout.ts";

export interface FoundFile {
  readonly path: string;
  /** Beneath the data folder, with `/`. */
  readonly name: string;
  readonly byteSize: number;
}

/**
 * The path of a required file: the first of the program's folders that has it. Errors other than a missing file are
 * thrown.
 */
export async function findFile(dataFolder: string, half: Half, hash: string): Promise<FoundFile | undefined> {
  for (const folder of half.files) {
    const name = hashPath(folder, hash);
    const path = join(dataFolder, name);
    const found = await statOf(path);
    if (found?.isFile() === true) return { path, name, byteSize: found.size };
  }
  return undefined;
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** Names of all files of one folder that are named by their hash, in order. */
export async function* listHashed(dataFolder: string, folder: string): AsyncGenerator<string> {
  for (const shard of await namesIn(join(dataFolder, folder))) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const name of await namesIn(join(dataFolder, folder, shard))) if (isHash(name)) yield name;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** SHA-256 of a file, in pieces. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const stream = createReadStream(path, { highWaterMark: 262_144 });
  stream.on("data", (chunk) => void hash.update(chunk));
  await finished(stream);
  return hash.digest("hex");
}

/** Passes bytes on and hashes them; `finish` may fail the stream at its end. */
export function hashing(finish: (hash: string) => Error | undefined): Transform {
  const hash: Hash = createHash("sha256");
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(finish(hash.digest("hex")) ?? null);
    },
  });
}
