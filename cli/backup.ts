import { existsSync } from "node:fs";
import { backup } from "../service/operation/backup.ts";
import { storeFile } from "../service/storage/open-store.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";

export const name = "backup";
export const summary = "Write everything into one file, beside a running service";
export const help = `
Usage: hiraku backup FILE [--json] [--data DIR]

Writes the store as it is at one instant, the files it refers to and the service's secret into one archive,
readable by its owner alone. The service goes on meanwhile. FILE must not exist. Page images that can be made again
are left out. Exits with 1 where a file is damaged; the rest is written.
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  const file = positionals[0];
  if (file === undefined) throw new UsageError("Name the file to write.");
  noMore(positionals, 1);
  const { data } = configOf(io, { data: values.data });
  if (!existsSync(storeFile(data))) throw new CommandError(`There is no store in ${data}.`);
  if (existsSync(file)) throw new CommandError(`${file} exists already.`);
  const report = await backup(data, file);
  io.print(
    values.json
      ? JSON.stringify({ file, ...report })
      : `${file}: ${report.files} files, ${Math.ceil(report.bytes / 1e6)} MB.`,
  );
  if (report.damaged === 0) return 0;
  io.warn(`hiraku backup: ${report.damaged} damaged files were left out.`);
  return 1;
}
