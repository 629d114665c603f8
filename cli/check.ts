import { verifyPostgresStore } from "../lib/store/postgres/verify-store.ts";
import { checkEngine, type SearchPlace } from "../service/search/outside.ts";
import { openServiceStore, type StorePlace } from "../service/storage/open-service-store.ts";
import { verifyPostgres } from "../service/storage/postgres/verify-store.ts";
import { type CheckedPart, checkFolder } from "./archive/check-folder.ts";
import type { CliIo } from "./command.ts";
import { configOf, noMore, readOptions, secretsOf } from "./options.ts";
import { ProgressLine } from "./ticker.ts";
import { webDatabaseOf, webPlaceOf } from "./web-store.ts";

export const name = "check";
export const summary = "Verify both stores, both ledgers and every file, while the programs run";
export const help = `
Usage: hiraku check [--json] [--data DIR]

Verifies a data folder as a backup would, and changes nothing: the pages of both databases, both ledgers against each
other and within themselves, every file against its hash, every row that refers to a file, and whether the secrets
open what is sealed. One line a part; ends with 1 where anything is lost, damaged or booked wrongly. Files that belong
to nothing are told and are no fault.

With HIRAKU_DATABASE_URL and HIRAKU_WEB_DATABASE_URL the halves are read from there, and their pages are left to the
database's own checks.

  --data DIR   before HIRAKU_DATA   (default: .data)
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  noMore(positionals, 0);
  const { data, blobs, databaseUrl, search } = configOf(io, { data: values.data });
  const webDatabase = webDatabaseOf(io);
  const ticker = new ProgressLine(io, "files read");
  const parts = await checkFolder({
    dataFolder: data,
    place: blobs,
    webPlace: webPlaceOf(io, data),
    verifyWeb: webDatabase === undefined ? undefined : () => verifyPostgresStore(webDatabase),
    verifyService: databaseUrl === "" ? undefined : () => verifyPostgres(databaseUrl),
    secretsInEnvironment: secretsOf(io),
    onProgress: (done, total) => ticker.tell(done, total),
  });
  ticker.end();
  if (search !== "embedded") parts.push(await engineOf({ data, databaseUrl }, search));
  const problems = parts.reduce((sum, part) => sum + part.problems.length, 0);
  if (values.json) io.print(JSON.stringify({ ok: problems === 0, data, parts }));
  else {
    const width = Math.max(...parts.map(({ part }) => part.length));
    for (const part of parts) for (const line of linesOf(part, width)) io.print(line);
    io.print(problems === 0 ? `${data} is whole.` : `${problems} problems in ${data}.`);
  }
  return problems === 0 ? 0 : 1;
}

async function engineOf(of: StorePlace, place: SearchPlace): Promise<CheckedPart> {
  const store = await openServiceStore(of);
  try {
    return { part: "search", ...(await checkEngine(place, store.outsideSearch().source)) };
  } finally {
    await store.close();
  }
}

function* linesOf({ part, problems, notes, counts }: CheckedPart, width: number): Generator<string> {
  const figures = Object.entries(counts).map(([name, count]) => `${count} ${wordsOf(name)}`);
  yield `${part.padEnd(width)}  ${[problems.length === 0 ? "ok" : "FAULTY", ...figures].join("  ")}`;
  for (const problem of problems) yield `${" ".repeat(width)}  - ${problem}`;
  for (const note of notes) yield `${" ".repeat(width)}  (${note})`;
}

const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
