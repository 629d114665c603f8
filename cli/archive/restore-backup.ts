import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type BlobPlace, defaultPlace, nameOf } from "../../lib/kit/objects/place.ts";
import { type FolderLock, lockFolder } from "../../lib/kit/process/folder-lock.ts";
import { isStoreInUse } from "../../lib/kit/sqlite/copies.ts";
import { removeOutdatedData } from "../../lib/store/sqlite/after-restore.ts";
import { settleCopy as settleWeb } from "../../lib/store/sqlite/settle-copy.ts";
import { openBlobs } from "../../service/storage/blobs/open-blobs.ts";
import { settleCopy as settleService } from "../../service/storage/sqlite/settle-copy.ts";
import { CommandError } from "../command.ts";
import { faultOf } from "./faults.ts";
import { halves, hashPath, ingestLock, type Manifest, sealedSecretsEntry } from "./layout.ts";
import { type ArchiveContents, readArchive } from "./read-archive.ts";
import { openSecrets, readSecretsFile, type Secrets } from "./secrets.ts";
import { verifyDatabases } from "./verify-databases.ts";

export interface RestoreOptions {
  readonly file: string;
  readonly dataFolder: string;
  /** The data folder unless given. */
  readonly place?: BlobPlace | undefined;
  /** Opens secrets that are in the archive. */
  readonly passphrase: string | undefined;
  /** The file with the secrets, if they are outside the archive. */
  readonly secretsFile: string;
  readonly withoutSecrets: boolean;
  readonly replace: boolean;
  readonly keepSessions: boolean;
  readonly salvage: boolean;
  readonly nowMs: number;
}

export interface RestoreReport {
  readonly files: number;
  readonly manifest: Manifest;
  readonly sessionsEnded: number;
  readonly secrets: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly movedTo: string | undefined;
  readonly problems: readonly string[];
}

/** The whole archive is read and verified in a separate folder; the data folder gets all of it or nothing. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { dataFolder } = options;
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    chmodSync(dataFolder, 0o700);
  } catch (error) {
    throw faultOf(error, dataFolder);
  }
  const locks: FolderLock[] = [];
  try {
    lockDataFolders(dataFolder, locks);
    const before = contentsOf(dataFolder);
    if (before.length > 0 && !options.replace) {
      throw new CommandError(
        `${dataFolder} is not empty (it holds ${before[0]}); name an empty folder, or say --replace to move what is there aside.`,
      );
    }
    const work = mkdtempSync(join(dataFolder, ".restore-"));
    try {
      return await restoreThrough(work, before, options);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } catch (error) {
    throw faultOf(error);
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** No program may start on the folder meanwhile, and none may have its databases open. */
export function lockDataFolders(dataFolder: string, locks: FolderLock[]): void {
  // A running launcher would restart a program that was stopped.
  const launcher = lockFolder(dataFolder, "launcher.lock");
  if (launcher === undefined) throw new CommandError(`${dataFolder} is being served by 'npm start'; stop it first.`);
  locks.push(launcher);
  for (const { lock: name, title } of [...halves, { lock: ingestLock, title: "'hiraku ingest watch'" }]) {
    const lock = lockFolder(dataFolder, name);
    if (lock === undefined) throw new CommandError(`${dataFolder} is being served by ${title}; stop it first.`);
    locks.push(lock);
  }
  for (const { database } of halves) {
    const file = join(dataFolder, database);
    const isInUse = existsSync(file) && isStoreInUse(file);
    if (isInUse) throw new CommandError(`${file} is in use; stop every hiraku program on it first.`);
  }
}

/** Locks and leftovers of interrupted restores may be overwritten. */
function contentsOf(dataFolder: string): string[] {
  return readdirSync(dataFolder)
    .filter((name) => !/\.lock(?:-journal)?$/.test(name) && !/^\.(?:restore|probe)-/.test(name))
    .sort();
}

async function restoreThrough(
  work: string,
  before: readonly string[],
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { file, dataFolder } = options;
  let sealed: Buffer | undefined;
  const contents = await readArchive(file, async (name, bytes) => {
    if (name === sealedSecretsEntry) {
      const chunks: Buffer[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      sealed = Buffer.concat(chunks);
      return;
    }
    const target = join(work, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(bytes, createWriteStream(target, { mode: 0o600, flags: "wx", flush: true }));
  });
  const secrets = findSecrets(sealed, contents.manifest, options);
  const verified = verifyDatabases(work);
  const problems = [
    ...contents.manifest.problems,
    ...verified.problems,
    ...missingFiles(contents, verified.requiredFiles),
  ];
  if (problems.length > 0 && !options.salvage) {
    throw new CommandError(`${file} is not whole: ${problems[0]}; --salvage restores it as far as it goes.`);
  }
  let sessionsEnded = 0;
  for (const { name, database } of verified.present) {
    const copy = join(work, database);
    (name === "web" ? settleWeb : settleService)(copy);
    if (name === "web") sessionsEnded = removeOutdatedData(copy, options);
  }
  for (const [name, bytes] of Object.entries(secrets?.files ?? {})) {
    writeFileSync(join(work, name), Buffer.from(bytes, "base64"), { mode: 0o600, flag: "wx", flush: true });
  }
  await storeElsewhere(work, options);
  const movedTo = before.length === 0 ? undefined : moveAside(before, dataFolder, options.nowMs);
  // The databases come last, since a folder without them counts as empty, whenever the machine stops.
  const databases: readonly string[] = halves.map((half) => half.database);
  const restored = readdirSync(work).sort((a, b) => Number(databases.includes(a)) - Number(databases.includes(b)));
  for (const name of restored) renameSync(join(work, name), join(dataFolder, name));
  return {
    files: contents.names.size,
    manifest: contents.manifest,
    sessionsEnded,
    secrets: Object.keys(secrets?.files ?? {}).sort(),
    counts: verified.counts,
    movedTo,
    problems,
  };
}

/**
 * Into a folder or bucket outside the data folder files are only added: they are named by their hash, and what nothing
 * refers to any more is removed by the service.
 */
async function storeElsewhere(work: string, { place, dataFolder }: RestoreOptions): Promise<void> {
  const restored = join(work, "blobs");
  if (place === undefined || nameOf(place) === nameOf(defaultPlace(dataFolder)) || !existsSync(restored)) return;
  const blobs = openBlobs(place, {
    spoolFolder: join(work, "spool"),
    madeBytesMax: Number.MAX_SAFE_INTEGER,
    pins: { isPinned: async () => true },
    references: { isReferenced: async () => true },
  });
  try {
    for (const area of ["kept", "made"] as const) {
      const folder = join(restored, area);
      const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
      for (const file of files)
        if (file.isFile()) await blobs.put(createReadStream(join(file.parentPath, file.name)), area);
    }
  } finally {
    await blobs.close();
    rmSync(join(work, "spool"), { recursive: true, force: true });
  }
  rmSync(restored, { recursive: true });
}

function findSecrets(sealed: Buffer | undefined, manifest: Manifest, options: RestoreOptions): Secrets | undefined {
  if (options.withoutSecrets) return undefined;
  const secrets = sealed === undefined ? secretsBeside(options.secretsFile) : secretsInside(sealed, options.passphrase);
  if (secrets.backup_id !== manifest.backup_id) {
    throw new CommandError("The secrets belong to another backup than this archive.");
  }
  const taken = Object.keys(secrets.files).find((name) => halves.some(({ database }) => name === database));
  if (taken !== undefined) throw new CommandError(`The secrets hold a file named ${taken}, which no backup writes.`);
  return secrets;
}

function secretsInside(sealed: Buffer, passphrase: string | undefined): Secrets {
  if (passphrase === undefined) {
    throw new CommandError("The secrets in this archive are sealed: name the passphrase with --passphrase-file.");
  }
  return openSecrets(sealed, passphrase);
}

function secretsBeside(file: string): Secrets {
  if (!existsSync(file)) {
    throw new CommandError(
      `The secrets are in a file of their own, and ${file} is not there: name it with --secrets FILE, or say --without-secrets.`,
    );
  }
  return readSecretsFile(file);
}

function missingFiles({ names }: ArchiveContents, required: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return halves.flatMap((half) =>
    [...(required.get(half.name) ?? [])]
      .filter((hash) => !half.files.some((folder) => names.has(hashPath(folder, hash))))
      .map((hash) => `${half.database} refers to the file ${hash}, which is not in the archive`),
  );
}

function moveAside(names: readonly string[], dataFolder: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, "");
  const target = join(dataFolder, `before-restore-${stamp}`);
  mkdirSync(target, { mode: 0o700 });
  for (const name of names) renameSync(join(dataFolder, name), join(target, name));
  return target;
}
