import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { restoreBackup } from "./archive/restore-backup.ts";
import { readPassphrase } from "./archive/secrets.ts";
import { asSentence, type CliIo, CommandError, UsageError } from "./command.ts";
import { folderConfigOf, noMore, passphraseOf, readOptions } from "./options.ts";
import { webDatabaseOf, webPlaceOf } from "./web-store.ts";

export const name = "restore";
export const summary = "Bring a backup back into an empty data folder";
export const help = `
Usage: hiraku restore FILE [--passphrase-file FILE | --secrets FILE | --without-secrets] [--replace]
                      [--keep-sessions] [--salvage] [--json] [--data DIR]

Reads an archive of 'hiraku backup', verifies all of it, and only then puts it into the data folder, which must be
empty and which no program may be using. Folders get mode 700 and files 600. Whatever is wrong, the folder stays as
it was.

Keys that were revoked and credits that were granted or spent since the backup are as they were then. Signed-in
browsers have to sign in again, so that a session that was ended since does not come back.

  --passphrase-file FILE   opens the secrets of an archive that holds them
  --secrets FILE           where the secrets are that lie beside it   (default: FILE.secrets)
  --without-secrets        without any: owners then need their recovery codes
  --replace                move what is in the data folder into before-restore-… beneath it
  --keep-sessions          leave browsers signed in that were when the backup was made
  --salvage                restore an archive that is not whole, as far as it goes
  --data DIR               before HIRAKU_DATA   (default: .data)
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    "passphrase-file": { type: "string" },
    secrets: { type: "string" },
    "without-secrets": { type: "boolean", default: false },
    replace: { type: "boolean", default: false },
    "keep-sessions": { type: "boolean", default: false },
    salvage: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  const file = positionals[0];
  if (file === undefined) throw new UsageError("Name the file to read.");
  noMore(positionals, 1);
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const { data, blobs } = folderConfigOf(io, { data: values.data });
  if (webDatabaseOf(io) !== undefined || webPlaceOf(io, data) !== undefined) {
    throw new CommandError(
      "this fills a data folder; run it without HIRAKU_WEB_DATABASE_URL and HIRAKU_WEB_BLOBS_URL (docs/scale.md).",
    );
  }
  const report = await restoreBackup({
    file: resolve(file),
    dataFolder: data,
    place: blobs,
    passphrase: passphraseOf(values["passphrase-file"], readPassphrase, io),
    secretsFile: resolve(values.secrets ?? `${file}.secrets`),
    withoutSecrets: values["without-secrets"],
    replace: values.replace,
    keepSessions: values["keep-sessions"],
    salvage: values.salvage,
    nowMs: Date.now(),
  });
  for (const problem of report.problems) io.warn(`hiraku restore: ${asSentence(problem)}`);
  if (values.json) {
    const { manifest, ...rest } = report;
    io.print(JSON.stringify({ data, created_at: manifest.created_at, halves: manifest.halves, ...rest }));
  } else {
    io.print(`${data}: ${report.files} files of ${report.manifest.created_at}, restored and verified.`);
    if (report.movedTo !== undefined) io.print(`What was there before is in ${report.movedTo}.`);
    if (report.secrets.length > 0) io.print(`Secrets restored: ${report.secrets.join(", ")}.`);
    if (report.sessionsEnded > 0) io.print(`${report.sessionsEnded} signed-in browsers have to sign in again.`);
  }
  return 0;
}
