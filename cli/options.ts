import { statSync } from "node:fs";
import { join } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { SettingError } from "../lib/kit/settings/settings.ts";
import { type Config, readConfig } from "../service/config.ts";
import { faultOf } from "./archive/faults.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";

type OptionSpec = NonNullable<ParseArgsConfig["options"]>;

/** Flags and positional words of a command, or a usage error that names the wrong one. */
export function readOptions<const S extends OptionSpec>(args: readonly string[], options: S) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new UsageError(message.split(". To specify")[0] ?? message);
  }
}

/** A whole number of at least `min`, for the flag or word of that name. */
export function wholeNumber(name: string, text: string, min: number, max = 1_000_000_000): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < min || value > max) {
    throw new UsageError(`${name} must be a whole number from ${min} to ${max}, and is '${text}'.`);
  }
  return value;
}

export function noMore(positionals: readonly string[], max: number): void {
  if (positionals.length > max) throw new UsageError(`'${positionals[max]}' is one word too many.`);
}

/** The settings; `--data` overrides HIRAKU_DATA. */
export function configOf(io: CliIo, overrides: Parameters<typeof readConfig>[1] = {}): Config {
  try {
    const config = readConfig(io.env, overrides);
    refuseAnothersStore(config.data);
    return config;
  } catch (error) {
    if (error instanceof SettingError) throw new CommandError(error.message);
    throw error;
  }
}

/** The same, for what works on the service's store in a folder and on no database. */
export function folderConfigOf(io: CliIo, overrides: Parameters<typeof readConfig>[1] = {}): Config {
  const config = configOf(io, overrides);
  if (config.databaseUrl === "") return config;
  throw new CommandError(
    "this works on a store in a data folder, and HIRAKU_DATABASE_URL is set; docs/scale.md says what takes its place.",
  );
}

/** Root would leave files that the store's owner can't write. */
function refuseAnothersStore(dataFolder: string): void {
  for (const name of ["service.db", "web.db"]) {
    const found = statSync(join(dataFolder, name), { throwIfNoEntry: false });
    if (found === undefined || process.getuid === undefined || found.uid === process.getuid()) continue;
    throw new CommandError(
      `${dataFolder} belongs to user ${found.uid}; run this as that user (sudo -u '#${found.uid}' …).`,
    );
  }
}

/** The web app's secrets where they come from outside instead of the data folder, newest first. */
export function secretsOf(io: CliIo): string[] {
  return (io.env["HIRAKU_SECRET"] ?? "").split(/\s+/).filter((each) => each !== "");
}

export function passphraseOf(file: string | undefined, read: (file: string) => string, io: CliIo): string | undefined {
  if (file === undefined) return undefined;
  try {
    if ((statSync(file).mode & 0o077) !== 0) io.warn(`hiraku: ${file} can be read by others; chmod 600 it.`);
    return read(file);
  } catch (error) {
    throw faultOf(error, file);
  }
}
