import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BlobPlace, nameOf } from "../../lib/kit/objects/place.ts";
import type { Config } from "../../service/config.ts";
import { storeFile } from "../../service/storage/open-store.ts";
import { webSecretFile } from "../archive/folder-files.ts";
import { type CliIo, CommandError } from "../command.ts";
import { secretsOf } from "../options.ts";
import { webDatabaseOf, webPlaceOf } from "../web-store.ts";

export interface House {
  readonly config: Config;
  readonly web: WebHouse;
  /** HIRAKU_SECRET, newest first; empty where it is in the data folder. */
  readonly secrets: readonly string[];
}

interface WebHouse {
  readonly databaseUrl: string | undefined;
  readonly place: BlobPlace;
  /** Named by an address rather than the data folder's own. */
  readonly isPlaceNamed: boolean;
}

export function houseOf(io: CliIo, config: Config): House {
  const place = webPlaceOf(io, config.data);
  return {
    config,
    web: {
      databaseUrl: webDatabaseOf(io),
      place: place ?? ownBodies(config.data),
      isPlaceNamed: place !== undefined,
    },
    secrets: secretsOf(io),
  };
}

export const ownBodies = (data: string): BlobPlace => ({ kind: "folder", folder: join(data, "bodies") });

export const hasService = ({ config }: House): boolean =>
  config.databaseUrl !== "" || existsSync(storeFile(config.data));

export const hasWeb = ({ config, web }: House): boolean =>
  web.databaseUrl !== undefined || existsSync(join(config.data, "web.db"));

export const isSameServiceStore = ({ config: a }: House, { config: b }: House): boolean =>
  a.databaseUrl === b.databaseUrl && (a.databaseUrl !== "" || a.data === b.data);

export const isSameWebStore = (a: House, b: House): boolean =>
  a.web.databaseUrl === b.web.databaseUrl && (a.web.databaseUrl !== undefined || a.config.data === b.config.data);

export const isSamePlace = (a: BlobPlace, b: BlobPlace): boolean => nameOf(a) === nameOf(b);

/** The secrets that the web app of this house has, newest first. */
export function webSecretsOf({ secrets, config }: House): readonly string[] {
  return secrets.length > 0 ? secrets : secretsIn(config.data);
}

function secretsIn(data: string): string[] {
  const file = join(data, webSecretFile);
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split(/\s+/)
        .filter((each) => each !== "")
    : [];
}

/** Refuses what no house could be served from, before anything is opened. */
export function refuseUnfit(from: House, to: House): void {
  if (!hasService(from) && !hasWeb(from)) throw new CommandError(`There is no store in ${from.config.data}.`);
  const isThere =
    (!hasService(from) || (isSameServiceStore(from, to) && isSamePlace(from.config.blobs, to.config.blobs))) &&
    (!hasWeb(from) || (isSameWebStore(from, to) && isSamePlace(from.web.place, to.web.place)));
  if (isThere) throw new CommandError("Everything is there already.");
  if (to.web.databaseUrl !== undefined && !to.web.isPlaceNamed) {
    throw new CommandError("With HIRAKU_WEB_DATABASE_URL, HIRAKU_WEB_BLOBS_URL must be named too.");
  }
  if (to.web.databaseUrl !== undefined && to.web.databaseUrl === to.config.databaseUrl) {
    throw new CommandError("HIRAKU_DATABASE_URL and HIRAKU_WEB_DATABASE_URL must be two databases.");
  }
  refuseSecrets(from, to);
}

function refuseSecrets(from: House, to: House): void {
  if ((to.config.databaseUrl !== "" || to.web.databaseUrl !== undefined) && to.secrets.length === 0) {
    throw new CommandError(
      "With HIRAKU_DATABASE_URL or HIRAKU_WEB_DATABASE_URL, HIRAKU_SECRET must be named too: all processes share it.",
    );
  }
  const own = webSecretsOf(from);
  if (hasWeb(from) && own.length === 0) {
    throw new CommandError("The web app's secret is not known: set HIRAKU_SECRET as the web app has it.");
  }
  // Without a web app it belongs to the service, which seals anew what it needs.
  if (!hasWeb(from) && from.secrets.length > 0) return;
  const next = webSecretsOf(to);
  if (to.secrets.length === 0 && (next.length === 0 || !hasWeb(from))) return;
  // The oldest makes the idempotency keys of purchases.
  const isOldest = own.length === 0 || next.at(-1) === own.at(-1);
  if (isOldest && own.every((secret) => next.includes(secret))) return;
  const [at, of] = [to, from].map(({ secrets, config }) =>
    secrets.length > 0 ? "HIRAKU_SECRET" : join(config.data, webSecretFile),
  );
  throw new CommandError(
    `${at} must end with the secret of ${of === at ? "now" : of}, after a space: it holds for both programs, and the web app could not open what it has sealed.`,
  );
}
