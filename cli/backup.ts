import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jstDateTime } from "../lib/contract/dates.ts";
import type { LastBackup } from "../lib/contract/operator.ts";
import { readFolderState, refuseMoved } from "../lib/kit/moving/folder-state.ts";
import { lastBackupFile } from "../lib/kit/process/last-backup.ts";
import { storeFile } from "../service/storage/open-store.ts";
import { type BackupReport, createBackup, StoreProblems } from "./archive/create-backup.ts";
import { faultOf } from "./archive/faults.ts";
import { readPassphrase } from "./archive/secrets.ts";
import { asSentence, type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, passphraseOf, readOptions, secretsOf } from "./options.ts";
import { ProgressLine } from "./ticker.ts";
import { readVersion } from "./version.ts";
import { webDatabaseOf, webPlaceOf } from "./web-store.ts";

export const name = "backup";
export const summary = "Write everything of both programs into one file, while they run";
export const help = `
Usage: hiraku backup FILE [--passphrase-file FILE] [--replace] [--salvage] [--json] [--data DIR]

Copies the service's half (catalog, texts, keys, ledger, files) and the web app's half (owners, purchases, ledger,
bought bodies), or the one that is there, each as it is at one instant, into one archive that only you can read.
Both programs go on working meanwhile. Everything is verified before it ends with 0: the pages of both databases,
both ledgers, the hash of every file, and the archive itself, which is read back. Page images that can be made again,
logs and what is under way are left out.

The secrets (HIRAKU_SECRET or the file web-secret, service-secret, the demo key) go into the archive encrypted under
the passphrase of --passphrase-file (scrypt, AES-256-GCM). Without it they go into FILE.secrets, which only its mode
protects: keep the two apart.

Where anything is missing or damaged, or the disk is full, it says so, ends with 1 and writes nothing: a backup that
is there stays as it is.

  --passphrase-file FILE   first line: a passphrase of at least 12 characters
  --replace                write over FILE, once the new one is verified
  --salvage                write what is whole although something is not; ends with 1, and never over another backup
  --data DIR               before HIRAKU_DATA   (default: .data)
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    "passphrase-file": { type: "string" },
    replace: { type: "boolean", default: false },
    salvage: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  const file = positionals[0];
  if (file === undefined) throw new UsageError("Name the file to write.");
  noMore(positionals, 1);
  if (values.salvage && values.replace) throw new UsageError("--salvage never writes over another backup.");
  const { data, blobs, databaseUrl } = configOf(io, { data: values.data });
  refuseHalfMoved(data);
  if (databaseUrl !== "") {
    if (existsSync(storeFile(data)))
      throw new CommandError(`${data} holds a service.db that is no longer in use; move it away.`);
    io.warn("hiraku backup: the service's half is in its database, and is backed up there (docs/scale.md).");
  }
  if (webDatabaseOf(io) !== undefined) {
    if (existsSync(join(data, "web.db")))
      throw new CommandError(`${data} holds a web.db that is no longer in use; move it away.`);
    io.warn("hiraku backup: the web app's half is in its database, and is backed up there (docs/scale.md).");
  }
  const passphrase = passphraseOf(values["passphrase-file"], readPassphrase, io);
  const nowMs = Date.now();
  const ticker = new ProgressLine(io, "files written and read back");
  try {
    const report = await createBackup({
      dataFolder: data,
      place: blobs,
      webPlace: webPlaceOf(io, data),
      file,
      secretsInEnvironment: secretsOf(io),
      passphrase,
      replace: values.replace,
      salvage: values.salvage,
      hirakuVersion: readVersion(),
      nowMs,
      onProgress: (done, total) => ticker.tell(done, total),
    });
    ticker.end();
    if (report.problems.length === 0) recordBackup(data, report, nowMs, io);
    for (const note of report.notes) io.warn(`hiraku backup: ${asSentence(note)}`);
    for (const problem of report.problems) io.warn(`hiraku backup: ${asSentence(problem)}`);
    if (values.json) io.print(JSON.stringify(report));
    else {
      io.print(`${report.file}: ${report.files} files, ${Math.ceil(report.bytes / 1e6)} MB, verified.`);
      io.print(
        report.secretsFile === undefined
          ? "The secrets are in it, encrypted under your passphrase."
          : `The secrets are not in it but in ${report.secretsFile}, readable by you alone: keep the two apart.`,
      );
    }
    return report.problems.length === 0 ? 0 : 1;
  } catch (error) {
    ticker.end();
    if (!(error instanceof StoreProblems)) throw error;
    for (const problem of error.problems.slice(0, 20)) io.warn(`hiraku backup: ${asSentence(problem)}`);
    throw new CommandError(
      `${error.problems.length} problems in ${data}; nothing was written. 'hiraku check' tells them all, --salvage saves what is whole.`,
    );
  }
}

/** For the operator's page. A backup whose record can't be written is as good. */
function recordBackup(data: string, { file, bytes, halves }: BackupReport, nowMs: number, io: CliIo): void {
  const record: LastBackup = { at: jstDateTime(nowMs), file, bytes, halves: [...halves] };
  const target = join(data, lastBackupFile);
  try {
    writeFileSync(`${target}.tmp`, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true });
    renameSync(`${target}.tmp`, target);
  } catch (error) {
    io.warn(`hiraku backup: it could not be recorded in ${target}: ${faultOf(error).message}`);
  }
}

/** Rows of a move that has not ended would be served from the restored backup. One that was left is as it was. */
function refuseHalfMoved(data: string): void {
  for (const half of ["service", "web"] as const) {
    const state = readFolderState(data, half);
    if (state?.role !== "left") refuseMoved(data, state);
  }
}
