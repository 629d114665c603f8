import { keyFingerprint } from "../lib/owners/identity.ts";
import { hashPrefixOf, publicSessionId, sessionBounds } from "../lib/owners/sessions.ts";
import type { Store } from "../lib/store/database.ts";
import { findSessionByPrefix, listSessions, markSessionEnded, type SessionRow } from "../lib/store/sessions.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";
import { openWebStore } from "./web-store.ts";

export const name = "sessions";
export const summary = "List and end the browsers signed in to the web app";
export const help = `
Usage: hiraku sessions list [--owner OWNER] [--json]
       hiraku sessions end ID [--json]
       hiraku sessions end --owner OWNER [--json]
       hiraku sessions end --all [--json]

Works beside a running web app and bites with the next request of that browser. The session's copy of the API key is
deleted at once; the library, its keys and everything bought stay, and whoever has a key can sign in again. To keep
somebody out, revoke their key too.

  --owner OWNER   the library's id, as 'sessions list' shows it
  --all           every session of every library
  --json          one JSON object for scripts
  --data DIR      the data folder, before HIRAKU_DATA
`;

const options = {
  owner: { type: "string" },
  all: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  data: { type: "string" },
} as const;

type Read = ReturnType<typeof readOptions<typeof options>>;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const read = readOptions(args, options);
  const [action, ...words] = read.positionals;
  if (action === undefined) throw new UsageError("Say what to do.");
  if (action !== "list" && action !== "end") throw new UsageError(`There is no 'sessions ${action}'.`);
  noMore(words, action === "end" ? 1 : 0);
  const store = await openWebStore(io, configOf(io, { data: read.values.data }).data);
  try {
    if (action === "list") await list(store, read, io);
    else await end(store, read, words[0], io);
    return 0;
  } finally {
    await store.close();
  }
}

async function list(store: Store, { values }: Read, io: CliIo): Promise<void> {
  if (values.all) throw new UsageError("'sessions list' lists all unless --owner names one.");
  const rows = await listSessions(store, sessionBounds(Date.now()), values.owner);
  if (values.json) return io.print(JSON.stringify(rows.map(jsonOf)));
  if (rows.length === 0) io.print("Nobody is signed in.");
  for (const row of rows) io.print(lineOf(row));
}

async function end(store: Store, { values }: Read, id: string | undefined, io: CliIo): Promise<void> {
  const chosen = [id !== undefined, values.owner !== undefined, values.all].filter(Boolean).length;
  if (chosen !== 1) throw new UsageError("Name one session, or --owner, or --all.");
  const rows =
    id === undefined
      ? await listSessions(store, sessionBounds(Date.now()), values.owner)
      : [await sessionOf(store, id)];
  for (const row of rows) await markSessionEnded(store, row.session_hash);
  const ended = rows.map((row) => publicSessionId(row.session_hash));
  if (values.json) return io.print(JSON.stringify({ ended }));
  io.print(`${ended.length} ${ended.length === 1 ? "session is" : "sessions are"} ended.`);
}

async function sessionOf(store: Store, id: string): Promise<SessionRow> {
  const prefix = hashPrefixOf(id);
  const row = prefix === undefined ? undefined : await findSessionByPrefix(store, prefix);
  if (row === undefined || row.ended_by !== null) throw new CommandError(`There is no session ${id}.`);
  return row;
}

function jsonOf(row: SessionRow) {
  return {
    id: publicSessionId(row.session_hash),
    owner: row.owner_id,
    key: keyFingerprint(row.key_id),
    service: row.upstream,
    browser: row.browser,
    begun_at: new Date(row.created_at).toISOString(),
    used_at: new Date(row.seen_at).toISOString(),
  };
}

function lineOf(row: SessionRow): string {
  const { id, owner, key, browser, begun_at, used_at } = jsonOf(row);
  return `${id}  ${owner}  key ${key}  ${browser ?? "unknown browser"}  begun ${begun_at}  used ${used_at}`;
}
