import { mkdirSync } from "node:fs";
import type { FolderLock } from "../lib/kit/process/folder-lock.ts";
import { lockDataFolders } from "./archive/restore-backup.ts";
import { asSentence, type CliIo, UsageError } from "./command.ts";
import { targetHouse } from "./moving/addresses.ts";
import { houseOf } from "./moving/house.ts";
import { cancelMove, type MovedHalf, moveHouse } from "./moving/move-house.ts";
import { configOf, noMore, readOptions } from "./options.ts";
import { ProgressStages } from "./ticker.ts";

export const name = "move";
export const summary = "Carry both stores to databases and buckets, or back into a folder";
export const help = `
Usage: hiraku move --to FILE|DIR [--cancel] [--json] [--data DIR]

Carries both programs' data from where the settings say to where FILE says (mode 600, a NAME=value on each line:
HIRAKU_DATABASE_URL, HIRAKU_BLOBS_URL, HIRAKU_SEARCH_URL, HIRAKU_WEB_DATABASE_URL, HIRAKU_WEB_BLOBS_URL, HIRAKU_SECRET;
what it doesn't name stays where it is), or back into the folder DIR with SQLite. Of the service: catalog, texts, keys,
credits, the ledger, stored answers, counts, files. Of the web app: owners, sessions, purchases and what was bought,
spending, followed issuers, feeds and webhooks, answers and proof files, tokens and budgets, and the keys that sign proofs.

All programs must be stopped. From the first row on the source can't be written and the target can't be served; the
same command goes on where it was interrupted. At the end the rows of every table are counted and compared by hash, the
ledgers are summed, every file is read back, and only then the target is opened. The source stays as it was, and says
where it went to whoever starts it.

Search is not carried: a folder's index is made at the end, a database's processes and OpenSearch make theirs at their
first start.

  --to FILE|DIR   where to
  --cancel        give up a move that has not ended: the source is served again, the target never
  --data DIR      before HIRAKU_DATA   (default: .data)
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    to: { type: "string" },
    cancel: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  noMore(positionals, 0);
  if (values.to === undefined) throw new UsageError("Say where to: --to FILE or --to DIR.");
  const from = houseOf(io, configOf(io, { data: values.data }));
  const { house: to, changed } = targetHouse(values.to, from, io);
  const ticker = new ProgressStages(io);
  const locks: FolderLock[] = [];
  try {
    for (const data of new Set([from.config.data, to.config.data])) {
      mkdirSync(data, { recursive: true, mode: 0o700 });
      lockDataFolders(data, locks);
    }
    const options = { from, to, progress: ticker, nowMs: Date.now };
    if (values.cancel) {
      await cancelMove(options);
      io.print(`Given up: the house is where it was. What was carried is never served; empty it before another move.`);
      return 0;
    }
    const report = await moveHouse(options);
    ticker.end();
    for (const note of report.notes) io.warn(`hiraku move: ${asSentence(note)}`);
    if (values.json) io.print(JSON.stringify({ ...report, set: changed }));
    else if (report.halves.length === 0) io.print("It was moved before, and is open there.");
    else {
      for (const half of report.halves) io.print(lineOf(half));
      io.print(
        `Set ${changed.map((each) => (each.startsWith("HIRAKU_SECRET") ? "HIRAKU_SECRET" : each)).join(", ")} as ${values.to} has it and start the programs.`,
      );
    }
    return 0;
  } finally {
    ticker.end();
    for (const lock of locks) lock.release();
  }
}

function lineOf({ half, counts, files }: MovedHalf): string {
  const words = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const all = [...Object.entries(counts).map(([name, count]) => `${count} ${words(name)}`), `${files} files`];
  return `${half === "web" ? "The web app" : "The service"}, moved and verified: ${all.join(", ")}.`;
}
