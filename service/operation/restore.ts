import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise } from "yauzl";
import { storeFile } from "../storage/open-store.ts";
import { lockDataFolder } from "../storage/sqlite/process-lock.ts";
import { checkSnapshot } from "../storage/sqlite/snapshot.ts";
import { blobFolder, isBlobName, storeEntry } from "./backup.ts";
import { secretFileName } from "./secret.ts";

/** All of the archive is read and checked in a folder of its own; the data folder gets it whole or not at all. */
export async function restore(file: string, dataFolder: string): Promise<{ readonly files: number }> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataFolder);
  if (lock === undefined) throw new Error(`${dataFolder} is being served; stop the service first.`);
  const work = await mkdtemp(join(dataFolder, ".restore-"));
  try {
    if (existsSync(storeFile(dataFolder)) || existsSync(join(dataFolder, blobFolder))) {
      throw new Error(`${dataFolder} holds a store already; name an empty folder.`);
    }
    const files = await unpack(file, work);
    if (!existsSync(join(work, storeEntry))) throw new Error(`${file} is no backup: it holds no ${storeEntry}.`);
    checkSnapshot(join(work, storeEntry));
    mkdirSync(join(work, blobFolder), { recursive: true, mode: 0o700 });
    // The store comes last: a folder without it counts as empty.
    renameSync(join(work, blobFolder), join(dataFolder, blobFolder));
    if (existsSync(join(work, secretFileName)))
      renameSync(join(work, secretFileName), join(dataFolder, secretFileName));
    renameSync(join(work, storeEntry), storeFile(dataFolder));
    return { files };
  } finally {
    rmSync(work, { recursive: true, force: true });
    lock.release();
  }
}

async function unpack(file: string, folder: string): Promise<number> {
  const zip = await openPromise(file, { lazyEntries: true }).catch((error: unknown) => {
    throw new Error(`${file} is no backup: ${error instanceof Error ? error.message : "it can't be read"}`);
  });
  let files = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (!isExpected(entry)) throw new Error(`${file} is no backup: it holds '${entry.fileName.slice(0, 80)}'.`);
      const target = join(folder, entry.fileName);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const hash = createHash("sha256");
      const hashing = new Transform({
        transform(chunk, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(
        await zip.openReadStreamPromise(entry),
        hashing,
        createWriteStream(target, { mode: 0o600, flags: "wx" }),
      );
      const name = basename(entry.fileName);
      if (isBlobName(name) && hash.digest("hex") !== name) throw new Error(`${file} is damaged at ${entry.fileName}.`);
      files++;
    }
  } finally {
    zip.close();
  }
  return files;
}

/** An archive is input like any other: nothing but what a backup writes is written. */
function isExpected({ fileName }: Entry): boolean {
  if (fileName === storeEntry || fileName === secretFileName) return true;
  const parts = fileName.split("/");
  return (
    parts[0] === blobFolder &&
    parts.length >= 2 &&
    parts.every((part) => /^[0-9a-z]{1,64}$/.test(part)) &&
    isBlobName(parts.at(-1) ?? "")
  );
}
