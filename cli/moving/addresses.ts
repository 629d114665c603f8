import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { SettingError } from "../../lib/kit/settings/settings.ts";
import { readConfig } from "../../service/config.ts";
import { type CliIo, CommandError } from "../command.ts";
import { type House, houseOf } from "./house.ts";

const addresses = [
  "HIRAKU_DATABASE_URL",
  "HIRAKU_BLOBS_URL",
  "HIRAKU_SEARCH_URL",
  "HIRAKU_WEB_DATABASE_URL",
  "HIRAKU_WEB_BLOBS_URL",
] as const;

export const movedSettings = [...addresses, "HIRAKU_SECRET"] as const;

interface TargetHouse {
  readonly house: House;
  /** Settings that differ from the source, to be set where the copy is served. */
  readonly changed: readonly string[];
}

/**
 * The house that is moved to. A folder holds all of it; a file of addresses changes what it names, and everything else
 * stays where it is. An address without a value means back into the data folder.
 */
export function targetHouse(to: string, from: House, io: CliIo): TargetHouse {
  const isFolder = !existsSync(to) ? to.endsWith("/") : statSync(to).isDirectory();
  const emptied = Object.fromEntries(movedSettings.map((name) => [name, undefined]));
  const named = isFolder ? {} : readAddresses(to);
  const env = isFolder ? { ...io.env, ...emptied, HIRAKU_DATA: resolve(to) } : { ...io.env, ...named };
  try {
    const config = readConfig(env, isFolder ? {} : { data: from.config.data });
    const changed = isFolder
      ? [
          `HIRAKU_DATA=${resolve(to)}`,
          ...addresses.filter((name) => (io.env[name] ?? "") !== "").map((name) => `no ${name}`),
        ]
      : movedSettings.filter((name) => Object.hasOwn(named, name));
    return { house: houseOf({ ...io, env }, config), changed };
  } catch (error) {
    if (error instanceof SettingError) throw new CommandError(`${to}: ${error.message}`);
    throw error;
  }
}

function readAddresses(file: string): Record<string, string> {
  const found = statSync(file);
  // It holds passwords.
  if ((found.mode & 0o077) !== 0)
    throw new CommandError(`${file} can be read by others, and holds passwords: chmod 600 it.`);
  const values = parseEnv(readFileSync(file, "utf8"));
  const known: readonly string[] = movedSettings;
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new CommandError(`${file} sets ${unknown}; a move knows ${movedSettings.join(", ")}.`);
  }
  if (Object.keys(values).length === 0) throw new CommandError(`${file} names no address.`);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
}
