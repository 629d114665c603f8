import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { secretVersions } from "../../lib/owners/secrets.ts";
import { CommandError } from "../command.ts";
import { copyDatabases } from "./copy-databases.ts";
import { faultOf } from "./faults.ts";
import { ingestFiles, secretFiles, webSecretFile } from "./folder-files.ts";
import { hashOf } from "./hashed-files.ts";
import type { Places } from "./hashed-objects.ts";
import { type Half, halves, type Manifest, manifestEntry, sealedSecretsEntry } from "./layout.ts";
import { readArchive } from "./read-archive.ts";
import { openSecrets, type Secrets, sealSecrets } from "./secrets.ts";
import type { VerifiedDatabases } from "./verify-databases.ts";
import { type ArchiveEntry, writeArchive } from "./write-archive.ts";

export interface BackupOptions extends Places {
  readonly dataFolder: string;
  readonly file: string;
  readonly secretsInEnvironment: readonly string[];
  /** Undefined: the secrets are written to a separate file. */
  readonly passphrase: string | undefined;
  readonly replace: boolean;
  /** Saves everything intact although something is missing or damaged. */
  readonly salvage: boolean;
  readonly hirakuVersion: string;
  readonly nowMs: number;
  readonly onProgress: (done: number, total: number) => void;
}

export interface BackupReport {
  readonly file: string;
  readonly secretsFile: string | undefined;
  readonly halves: readonly Half["name"][];
  readonly files: number;
  readonly bytes: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
  /** Not empty only with the salvage option. */
  readonly problems: readonly string[];
}

/** The reasons why no backup was made, line by line. Nothing was written. */
export class StoreProblems extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super("the store has problems");
    this.problems = problems;
  }
}

/** Renamed only at the end, so that a failure leaves an older backup as it was. */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const file = resolve(options.file);
  const secretsFile = `${file}.secrets`;
  if (!options.replace) {
    for (const each of [file, secretsFile]) {
      if (existsSync(each))
        throw new CommandError(`${each} exists already; --replace writes over it once all is verified.`);
    }
  }
  if (!halves.some((half) => existsSync(join(options.dataFolder, half.database)))) {
    throw new CommandError(`There is no store in ${options.dataFolder}.`);
  }
  let work: string;
  try {
    work = mkdtempSync(`${file}.work-`);
  } catch (error) {
    throw faultOf(error, dirname(file));
  }
  try {
    return await collectEntries(options, { file, secretsFile, work });
  } catch (error) {
    throw error instanceof StoreProblems ? error : faultOf(error);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface BackupPaths {
  readonly file: string;
  readonly secretsFile: string;
  readonly work: string;
}

async function collectEntries(options: BackupOptions, { file, secretsFile, work }: BackupPaths): Promise<BackupReport> {
  const { dataFolder, passphrase } = options;
  const backupId = randomBytes(16).toString("hex");
  const secrets: Secrets = {
    format: "hiraku-secrets",
    version: 1,
    backup_id: backupId,
    files: secretFiles(dataFolder, options.secretsInEnvironment),
  };
  const small: { name: string; bytes: Buffer }[] = ingestFiles(dataFolder);
  const { verified, files, problems } = await copyDatabases(options, work);
  if (problems.length > 0 && !options.salvage) throw new StoreProblems(problems);

  if (passphrase !== undefined) small.push({ name: sealedSecretsEntry, bytes: sealSecrets(secrets, passphrase) });
  for (const { name, bytes } of small) writeFileSync(join(work, flat(name)), bytes, { mode: 0o600 });
  const copies = [...verified.present.map(({ database }) => database), ...small.map(({ name }) => name)];
  const sha256: Record<string, string> = {};
  for (const name of copies) sha256[name] = await hashOf(createReadStream(join(work, flat(name))));
  const manifest: Manifest = {
    format: "hiraku-backup",
    version: 1,
    backup_id: backupId,
    created_at: new Date(options.nowMs).toISOString(),
    hiraku_version: options.hirakuVersion,
    halves: verified.present.map(({ name }) => name),
    counts: { ...verified.counts },
    sha256,
    secrets: passphrase === undefined ? "file" : "sealed",
    problems: [...problems],
  };
  const entries: ArchiveEntry[] = [
    { name: manifestEntry, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...copies.map((name) => copyEntry(name, join(work, flat(name)), sha256[name] ?? "")),
    ...files.map((file) => ({ ...file, sha256: file.hash })),
  ];
  const archive = join(work, "archive.zip");
  // Written once and read back once, which proves that it can be read.
  const total = entries.length * 2;
  await writeArchive(archive, entries, (done) => options.onProgress(done, total));
  await verifyArchive(archive, entries.length, passphrase, (done) => options.onProgress(entries.length + done, total));

  if (passphrase === undefined) publishSecrets(secrets, secretsFile, work);
  publish(archive, file);
  // It would belong to the archive that was replaced.
  if (passphrase !== undefined) rmSync(secretsFile, { force: true });
  return {
    file,
    secretsFile: passphrase === undefined ? secretsFile : undefined,
    halves: manifest.halves,
    files: entries.length,
    bytes: statSync(file).size,
    counts: verified.counts,
    notes: [...verified.notes, ...secretNotes(verified, secrets)],
    problems,
  };
}

function copyEntry(name: string, path: string, sha256: string): ArchiveEntry {
  return { name, title: path, sha256, byteSize: statSync(path).size, open: () => createReadStream(path) };
}

const flat = (name: string): string => name.replaceAll("/", "-");

async function verifyArchive(
  archive: string,
  expected: number,
  passphrase: string | undefined,
  onProgress: (done: number) => void,
): Promise<void> {
  let done = 0;
  const { names } = await readArchive(archive, async (name, bytes) => {
    onProgress(++done);
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) if (name === sealedSecretsEntry) chunks.push(chunk);
    if (name === sealedSecretsEntry && passphrase !== undefined) openSecrets(Buffer.concat(chunks), passphrase);
  });
  if (names.size !== expected) throw new CommandError("The archive was not written whole.");
}

function publishSecrets(secrets: Secrets, target: string, work: string): void {
  const file = join(work, "secrets");
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: "wx", flush: true });
  publish(file, target);
}

/** A rename is on disk only after its folder is synced. */
function publish(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  chmodSync(from, 0o600);
  renameSync(from, to);
  const folder = openSync(dirname(to), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function secretNotes({ sealedUnder, present }: VerifiedDatabases, { files }: Secrets): string[] {
  if (!present.some(({ name }) => name === "web")) return [];
  const lines = Buffer.from(files[webSecretFile] ?? "", "base64")
    .toString("utf8")
    .split("\n");
  const known = new Set(
    secretVersions(lines.map((line) => line.trim()).filter((line) => line !== "")).map(({ id }) => id),
  );
  if (known.size === 0) {
    return ["the web app's secret is not in this backup: set HIRAKU_SECRET as the web app has it, and back up again"];
  }
  const unknown = [...sealedUnder].filter((id) => !known.has(id));
  return unknown.length === 0 ? [] : ["web.db holds values that are sealed under a secret that is not in this backup"];
}
