import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "../lib/kit/process/folder-lock.ts";
import { countSealed, reseal } from "../lib/owners/reseal.ts";
import { secretVersions } from "../lib/owners/secrets.ts";
import { noteSecret } from "../lib/store/installation.ts";
import { holdWithoutWebApps } from "../lib/store/postgres/presence.ts";
import { webSecretFile } from "./archive/folder-files.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, readOptions, secretsOf } from "./options.ts";
import { openWebStore, webDatabaseOf } from "./web-store.ts";

export const name = "secret";
export const summary = "Rotate the secret that seals API keys and sessions";
export const help = `
Usage: hiraku secret rotate [--json] [--data DIR]
       hiraku secret list [--json] [--data DIR]

rotate   Makes a new secret, puts it before the older ones in the file web-secret, and seals every kept API key and
         recovery code under it. Where the secret comes from HIRAKU_SECRET, put the new one first there, separated by
         a space from the old one; then this seals everything under it. All web apps must be stopped.
list     Names the secrets, newest first, with how many values are sealed under each. A name tells nothing about
         its secret.

Older secrets stay: an owner who has not signed in since is recognised by them, and the oldest makes the keys by which
a purchase that is asked for again is recognised as the same. They open nothing that is sealed from now on.

  --data DIR   before HIRAKU_DATA   (default: .data)
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  const [action] = positionals;
  noMore(positionals, 1);
  if (action !== "rotate" && action !== "list") throw new UsageError("Say rotate or list.");
  const { data } = configOf(io, { data: values.data });
  if (webDatabaseOf(io) !== undefined && secretsOf(io).length === 0) {
    throw new CommandError("HIRAKU_SECRET must be set where HIRAKU_WEB_DATABASE_URL is, as the web apps have it.");
  }
  return action === "rotate" ? await rotate(data, values.json, io) : await list(data, values.json, io);
}

async function rotate(data: string, json: boolean, io: CliIo): Promise<number> {
  const store = await openWebStore(io, data);
  try {
    const held = await holdStore(data, io);
    try {
      const given = secretsOf(io);
      const versions = secretVersions(given.length > 0 ? given : addSecret(data));
      const report = await reseal(store, versions);
      if (store.engine === "postgres") {
        await noteSecret(
          store,
          versions.map(({ id }) => id),
        );
      }
      if (json) io.print(JSON.stringify({ secrets: versions.length, ...report }));
      else io.print(`${report.resealed} values are sealed under the newest of ${versions.length} secrets.`);
      if (report.unopened > 0) io.warn(`hiraku secret: ${report.unopened} values open under none of them.`);
      return 0;
    } finally {
      await held.release();
    }
  } finally {
    await store.close();
  }
}

/** So that no web app writes meanwhile: the lock of the folder, or the one that all web apps of a database share. */
async function holdStore(data: string, io: CliIo): Promise<{ release(): void | Promise<void> }> {
  const running = new CommandError("The web app is running; stop it first, and with several of them all.");
  const url = webDatabaseOf(io);
  if (url !== undefined) {
    const held = await holdWithoutWebApps(url);
    if (held === undefined) throw running;
    return held;
  }
  const lock = lockFolder(data, "web.lock");
  if (lock === undefined) throw running;
  return lock;
}

/** Written before anything is sealed under it, so that every sealed value has its secret whenever the machine stops. */
function addSecret(data: string): string[] {
  const secrets = [randomBytes(32).toString("base64url"), ...readSecrets(data)];
  const file = join(data, webSecretFile);
  const partial = `${file}.tmp`;
  writeFileSync(partial, `${secrets.join("\n")}\n`, { mode: 0o600, flush: true });
  renameSync(partial, file);
  return secrets;
}

function readSecrets(data: string): string[] {
  const file = join(data, webSecretFile);
  if (!existsSync(file))
    throw new CommandError(`There is no ${webSecretFile} in ${data}, and HIRAKU_SECRET is not set.`);
  return readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

async function list(data: string, json: boolean, io: CliIo): Promise<number> {
  const given = secretsOf(io);
  const versions = secretVersions(given.length > 0 ? given : readSecrets(data));
  const store = await openWebStore(io, data);
  try {
    const counts = await countSealed(store);
    const known = versions.map(({ id }) => ({ name: id, sealed: counts.get(id) ?? 0, known: true }));
    const unknown = [...counts]
      .filter(([id]) => !versions.some((version) => version.id === id))
      .map(([id, sealed]) => ({ name: id, sealed, known: false }));
    const rows = [...known, ...unknown];
    if (json) io.print(JSON.stringify(rows));
    else
      for (const row of rows) io.print(`${row.name}  ${row.sealed} values${row.known ? "" : "  (secret not known)"}`);
    return 0;
  } finally {
    await store.close();
  }
}
