import { existsSync } from "node:fs";
import { restore } from "../service/operation/restore.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";

export const name = "restore";
export const summary = "Bring a backup back into an empty data folder";
export const help = `
Usage: hiraku restore FILE [--json] [--data DIR]

Reads an archive of 'hiraku backup', checks all of it, and only then puts it into the data folder, which must hold
no store.
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  const file = positionals[0];
  if (file === undefined) throw new UsageError("Name the file to read.");
  noMore(positionals, 1);
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const { data } = configOf(io, { data: values.data });
  const report = await restore(file, data);
  io.print(values.json ? JSON.stringify({ data, ...report }) : `${data}: ${report.files} files restored and checked.`);
  return 0;
}
