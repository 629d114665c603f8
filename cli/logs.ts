import { setTimeout as wait } from "node:timers/promises";
import { logFolderOf } from "../lib/kit/process/log-files.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { formatEntry, type LogEntry } from "./logs/entry.ts";
import { LogReader, logPrograms, readEntries } from "./logs/read.ts";
import { configOf, noMore, readOptions, wholeNumber } from "./options.ts";

export const name = "logs";
export const summary = "Find what an id in an error is about, or follow what happens";
export const help = `
Usage: hiraku logs [ID] [--follow] [--since TIME] [--program NAME] [--lines N] [--json] [--data DIR]

Prints lines of both programs' logs, and of the launcher's, oldest first: current and rotated files. With the id that
an error page, a problem or a ledger entry shows, prints every line that names it; ends with 1 where there is none.

  --follow         go on printing until Ctrl-C
  --since TIME     from a moment (2026-11-22T08:00:00Z), or so long ago (90s, 30m, 2h, 3d)
  --program NAME   web, service, ingest or launcher alone
  --lines N        how many without an id or --since   (default: 100)
  --json           the lines as they are stored
  --data DIR       before HIRAKU_DATA                  (default: .data)
`;

const pollMs = 250;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    follow: { type: "boolean", default: false },
    since: { type: "string" },
    program: { type: "string" },
    lines: { type: "string", default: "100" },
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  noMore(positionals, 1);
  const [id] = positionals;
  if (id !== undefined && id.trim().length < 4) throw new UsageError("An id has at least four characters.");
  const programs = programsOf(values.program);
  const sinceMs = values.since === undefined ? undefined : momentOf(values.since, Date.now());
  const lines = wholeNumber("--lines", values.lines, 1);
  const folder = logFolderOf(configOf(io, { data: values.data }).data);

  const reader = new LogReader(folder, programs);
  const wanted = (entry: LogEntry) => isWanted(entry, id, sinceMs);
  const print = (entry: LogEntry) => io.print(values.json ? entry.text : formatEntry(entry));
  const found = readEntries(reader, wanted);
  const limit = id === undefined && sinceMs === undefined ? lines : found.length;
  for (const entry of found.slice(-limit)) print(entry);
  if (values.follow) {
    for (;;) {
      await wait(pollMs);
      for (const entry of readEntries(reader, wanted)) print(entry);
    }
  }
  if (id !== undefined && found.length === 0) throw new CommandError(`No line of the logs in ${folder} names ${id}.`);
  return 0;
}

function programsOf(named: string | undefined): readonly string[] {
  if (named === undefined) return logPrograms;
  if (logPrograms.some((each) => each === named)) return [named];
  throw new UsageError(`--program must be one of ${logPrograms.join(", ")}, and is '${named}'.`);
}

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function momentOf(text: string, nowMs: number): number {
  const [, count, unit = ""] = /^([0-9]{1,6})([smhd])$/.exec(text.trim()) ?? [];
  const unitMs = unitsMs[unit];
  if (count !== undefined && unitMs !== undefined) return nowMs - Number(count) * unitMs;
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isNaN(moment)) throw new UsageError(`--since must be a moment or an age such as 30m, and is '${text}'.`);
  return moment;
}

function isWanted(entry: LogEntry, id: string | undefined, sinceMs: number | undefined): boolean {
  if (id !== undefined && !entry.text.includes(id.trim())) return false;
  return sinceMs === undefined || (entry.timeMs !== undefined && entry.timeMs >= sinceMs);
}
