import { loadSharedKeys, rotateSharedKeys } from "../lib/evidence/receipts/shared-keys.ts";
import { loadSigningKeys, publicKeys, rotateSigningKeys } from "../lib/evidence/receipts/signing-keys.ts";
import { secretVersions } from "../lib/owners/secrets.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, readOptions, secretsOf } from "./options.ts";
import { openWebStore } from "./web-store.ts";

export const name = "receipt-keys";
export const summary = "Rotate and list the keys that sign proofs of quotes";
export const help = `
Usage: hiraku receipt-keys rotate [--json] [--data DIR]
       hiraku receipt-keys list [--json] [--data DIR]

rotate   Makes a new key and puts it first in the file receipt-keys. Running web apps sign with it from their next
         proof on; nothing has to be stopped. The older keys stay, in the file and at
         /.well-known/hiraku-receipt-keys.json, so that what they signed is still shown as signed by this installation.
list     Names the keys, newest first, with the fingerprint that a checker compares. Shows nothing secret.

With HIRAKU_WEB_DATABASE_URL the keys are in that database, sealed under HIRAKU_SECRET.

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
  const keys = await keysOf(action, data, io);
  const told = publicKeys(keys);
  if (values.json) io.print(JSON.stringify(told));
  else for (const { kid, fingerprint, created_at } of told) io.print(`${kid}  ${fingerprint}  made ${created_at}`);
  return 0;
}

async function keysOf(action: "rotate" | "list", data: string, io: CliIo) {
  // Elsewhere a key would be made that no web app signs with.
  const store = await openWebStore(io, data);
  try {
    if (store.engine === "postgres") {
      const secrets = secretVersions(secretsOf(io));
      return await (action === "rotate" ? rotateSharedKeys(store, secrets) : loadSharedKeys(store, secrets));
    }
  } finally {
    await store.close();
  }
  const keys = action === "rotate" ? rotateSigningKeys(data) : loadSigningKeys(data);
  if (keys === undefined) throw new CommandError("Another rotation is running.");
  return keys;
}
