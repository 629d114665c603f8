import { existsSync } from "node:fs";
import { join } from "node:path";
import { type BlobPlace, blobPlaceForm, nameOf, readBlobPlace } from "../lib/kit/objects/place.ts";
import { databaseUrlForm, isDatabaseUrl } from "../lib/kit/postgres/address.ts";
import { SettingError, type SettingName, settingReader } from "../lib/kit/settings/settings.ts";
import { openDatabaseStore, openStore, type Store } from "../lib/store/database.ts";
import { type CliIo, CommandError } from "./command.ts";

/** Address of the database of the web app's store; undefined where it is a file in the data folder. */
export function webDatabaseOf(io: CliIo): string | undefined {
  const url = read(io, "HIRAKU_WEB_DATABASE_URL", databaseUrlForm, (text) =>
    text === "" || isDatabaseUrl(text) ? text : undefined,
  );
  return url === "" ? undefined : url;
}

/** Undefined for `bodies` in the data folder. */
export function webPlaceOf(io: CliIo, data: string): BlobPlace | undefined {
  const own: BlobPlace = { kind: "folder", folder: join(data, "bodies") };
  const place = read(io, "HIRAKU_WEB_BLOBS_URL", blobPlaceForm, (text) => (text === "" ? own : readBlobPlace(text)));
  return nameOf(place) === nameOf(own) ? undefined : place;
}

function read<T>(io: CliIo, name: SettingName, expected: string, parse: (text: string) => T | undefined): T {
  try {
    return settingReader(io.env).parsed(name, expected, parse);
  } catch (error) {
    if (error instanceof SettingError) throw new CommandError(error.message);
    throw error;
  }
}

export async function openWebStore(io: CliIo, data: string): Promise<Store> {
  const url = webDatabaseOf(io);
  if (url !== undefined) {
    return openDatabaseStore(url).catch((error: unknown) => {
      throw new CommandError(error instanceof Error ? error.message : String(error));
    });
  }
  const file = join(data, "web.db");
  if (!existsSync(file)) throw new CommandError(`There is no store of the web app at ${file}.`);
  return openStore(file);
}
