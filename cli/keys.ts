import { randomUUID } from "node:crypto";
import { newApiKey, newKeyId, newOperatorKey, newOperatorKeyId, secretHashOf } from "../service/domain/keys/api-key.ts";
import { openServiceStore } from "../service/storage/open-service-store.ts";
import type { ApiKey, OperatorChange, OperatorKey } from "../service/storage/ports.ts";
import type { Store } from "../service/storage/store.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, readOptions, wholeNumber } from "./options.ts";

export const name = "keys";
export const summary = "Create, list, revoke and fund API keys";
export const help = `
Usage: hiraku keys create [--name TEXT] [--credits N|unlimited] [--per-minute N] [--per-day N|unlimited]
                          [--no-entitlement] [--json]
       hiraku keys create --operator [--name TEXT] [--json]
       hiraku keys list [--operator] [--json]
       hiraku keys revoke ID [--json]
       hiraku keys grant ID N [--json]

A key is shown once, when it is created; only its hash is kept. All of these work beside a running service and
bite with the next request.

An operator's key opens the page /operator of the web app and nothing else: it neither reads nor spends. The page is
off until there is one, and again when all are revoked.

  --name TEXT        what to call it in lists                      (default: key)
  --credits N        credits it may spend; they never renew        (default: unlimited)
  --per-minute N     requests a minute                             (default: 600)
  --per-day N        requests a Japanese calendar day              (default: 100000)
  --operator         a key for the operator's page; with list, those keys
  --no-entitlement   a key that is answered 403 access_not_enabled
  --json             one JSON object for scripts
  --data DIR         the data folder, before HIRAKU_DATA
`;

const options = {
  name: { type: "string", default: "key" },
  credits: { type: "string", default: "unlimited" },
  "per-minute": { type: "string", default: "600" },
  "per-day": { type: "string", default: "100000" },
  "no-entitlement": { type: "boolean", default: false },
  operator: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  data: { type: "string" },
} as const;

const nameLengthMax = 200;

type Read = ReturnType<typeof readOptions<typeof options>>;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const read = readOptions(args, options);
  const [action, ...words] = read.positionals;
  const act = actions.find((each) => each.action === action);
  if (act === undefined) {
    throw new UsageError(action === undefined ? "Say what to do." : `There is no 'keys ${action}'.`);
  }
  noMore(words, act.words);
  const store = await openServiceStore(configOf(io, { data: read.values.data }));
  try {
    await act.run(store, read, words, io);
    return 0;
  } finally {
    await store.close();
  }
}

interface Action {
  readonly action: string;
  readonly words: number;
  run(store: Store, read: Read, words: readonly string[], io: CliIo): Promise<void>;
}

const actions: readonly Action[] = [
  { action: "create", words: 0, run: create },
  { action: "list", words: 0, run: list },
  { action: "revoke", words: 1, run: revoke },
  { action: "grant", words: 2, run: grant },
];

async function create(store: Store, { values }: Read, _words: readonly string[], io: CliIo): Promise<void> {
  if (values.name.length > nameLengthMax) throw new UsageError(`--name may have ${nameLengthMax} characters.`);
  if (values.operator) return createOperator(store, values.name, values.json, io);
  const credits = values.credits === "unlimited" ? null : wholeNumber("--credits", values.credits, 0);
  const perMinute = wholeNumber("--per-minute", values["per-minute"], 1);
  const perDay = values["per-day"] === "unlimited" ? null : wholeNumber("--per-day", values["per-day"], 1);
  const key = newApiKey();
  const id = newKeyId();
  const entitled = !values["no-entitlement"];
  await store.keys.create({
    id,
    name: values.name,
    secretHash: secretHashOf(key),
    createdAtMs: Date.now(),
    entitled,
    perMinute,
    perDay,
    credits,
  });
  if (values.json) {
    io.print(
      JSON.stringify({ key, id, name: values.name, credits: credits ?? "unlimited", perMinute, perDay, entitled }),
    );
    return;
  }
  printOnce(`${id}  ${values.name}`, key, io);
}

function printOnce(line: string, key: string, io: CliIo): void {
  io.print(line);
  io.print(key);
  io.print("This key is shown once. Keep it; only its hash is stored.");
}

async function createOperator(store: Store, name: string, json: boolean, io: CliIo): Promise<void> {
  const key = newOperatorKey();
  const id = newOperatorKeyId();
  const change = changeByCommand("operator_key_made", id, name);
  const made = { id, name, secretHash: secretHashOf(key), createdAtMs: change.atMs };
  await store.operator.createOperatorKey(made, change);
  if (json) io.print(JSON.stringify({ key, id, name, operator: true }));
  else printOnce(`${id}  ${name}, opens /operator of the web app`, key, io);
}

function changeByCommand(action: OperatorChange["action"], subject: string, detail: string): OperatorChange {
  return { id: randomUUID(), atMs: Date.now(), operatorKeyId: null, action, subject, detail, address: "" };
}

async function list(store: Store, { values }: Read, _words: readonly string[], io: CliIo): Promise<void> {
  if (values.operator) return listOperators(await store.operator.keys(), values.json, io);
  const keys = await store.keys.list();
  if (values.json) {
    io.print(JSON.stringify(keys.map(jsonOf)));
    return;
  }
  if (keys.length === 0) io.print("There are no keys. 'hiraku keys create' makes one.");
  for (const key of keys) io.print(lineOf(key));
}

function listOperators(keys: readonly OperatorKey[], json: boolean, io: CliIo): void {
  if (json) {
    const listed = keys.map(({ id, name, createdAtMs, revokedAtMs }) => ({
      ...{ id, name, created_at: new Date(createdAtMs).toISOString() },
      revoked_at: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
    }));
    io.print(JSON.stringify(listed));
    return;
  }
  if (keys.length === 0) io.print("There are no operators' keys. 'hiraku keys create --operator' makes one.");
  for (const { id, name, revokedAtMs } of keys)
    io.print(`${id}  ${revokedAtMs === null ? "active" : "revoked"}  ${name}`);
}

async function revoke(store: Store, { values }: Read, words: readonly string[], io: CliIo): Promise<void> {
  const id = idOf(words);
  if (!(await revokeNamed(store, id))) throw new CommandError(`There is no key ${id}.`);
  io.print(values.json ? JSON.stringify({ id, revoked: true }) : `${id} is revoked.`);
}

async function revokeNamed(store: Store, id: string): Promise<boolean> {
  const operator = (await store.operator.keys()).find((key) => key.id === id);
  if (operator === undefined) return store.keys.revoke(id, Date.now());
  await store.operator.revokeOperatorKey(id, changeByCommand("operator_key_revoked", id, operator.name));
  return true;
}

async function grant(store: Store, { values }: Read, words: readonly string[], io: CliIo): Promise<void> {
  const id = idOf(words);
  const amount = words[1];
  if (amount === undefined) throw new UsageError("Say how many credits to grant.");
  const credits = await store.ledger.grant(id, wholeNumber("The credits", amount, 1), Date.now());
  if (credits === "unknown_key") throw new CommandError(`There is no key ${id}.`);
  if (credits === "unlimited_key") throw new CommandError(`${id} has unlimited credits: there is nothing to grant.`);
  io.print(values.json ? JSON.stringify({ id, ...credits }) : `${id} has ${credits.balance} credits.`);
}

function idOf(words: readonly string[]): string {
  const id = words[0];
  if (id === undefined) throw new UsageError("Name the key by its id; 'hiraku keys list' shows them.");
  return id;
}

function jsonOf(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    created_at: new Date(key.createdAtMs).toISOString(),
    revoked_at: key.revokedAtMs === null ? null : new Date(key.revokedAtMs).toISOString(),
    entitled: key.entitled,
    per_minute: key.perMinute,
    per_day: key.perDay,
    credits: key.credits,
    charged: key.charged,
  };
}

function lineOf(key: ApiKey): string {
  const credits = key.credits === null ? "unlimited" : `${key.credits.balance} of ${key.credits.granted}`;
  const state = key.revokedAtMs !== null ? "revoked" : key.entitled ? "active" : "no entitlement";
  const day = key.perDay === null ? "no cap" : `${key.perDay}/day`;
  return `${key.id}  ${state}  credits ${credits}, charged ${key.charged}  ${key.perMinute}/min, ${day}  ${key.name}`;
}
