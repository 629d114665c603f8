import { isCalendarDate } from "../lib/contract/dates.ts";
import { normaliseSecurityCode } from "../lib/contract/security-code.ts";
import { documentTypes } from "../lib/contract/vocabulary.ts";
import { listSetAside, type SetAside } from "../service/domain/market/market.ts";
import { systemClock } from "../service/ingest/clock.ts";
import { openPublicationSink } from "../service/ingest/open-publication-sink.ts";
import { IngestSession } from "../service/ingest/session.ts";
import { issuersOf, readCodeList } from "../service/ingest/sources/codes.ts";
import { codesUrlOf, type DownloadType, EdinetClient, usualClient } from "../service/ingest/sources/edinet/client.ts";
import { EdinetUnavailable } from "../service/ingest/sources/edinet/failures.ts";
import {
  daysBetween,
  describePlan,
  type EdinetRun,
  itemsOf,
  planOf,
  readLists,
} from "../service/ingest/sources/edinet/take-in.ts";
import { folderItems, readFolder } from "../service/ingest/sources/folder/folder-items.ts";
import { packageItems } from "../service/ingest/sources/package-items.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { watchUntilStopped } from "./ingest-watch.ts";
import { configOf, noMore, readOptions } from "./options.ts";

export const name = "ingest";
export const summary = "Take in real filings: EDINET, packages, a folder, the code list";
export const help = `
Usage: hiraku ingest edinet --from DATE [--to DATE] [--types LIST] [--codes LIST] [--with LIST] [--dry-run]
       hiraku ingest watch [--exit-with-stdin]
       hiraku ingest again KEY…|all
       hiraku ingest package FILE…
       hiraku ingest folder DIR
       hiraku ingest codes FILE

Everything can be interrupted and run again: it goes on where it was, and what is done changes nothing.

edinet    filings of the days from EDINET's own API, with your key there
  --types LIST     document types (annual_securities_report,…) or EDINET's docTypeCodes (120,…)
  --codes LIST     security codes or EDINET codes
  --with LIST      beside package and PDF: csv, attachments
  --key KEY        before HIRAKU_EDINET_KEY; the variable is the safer place
  --dry-run        says how many documents and megabytes, and takes in nothing
watch     until it is stopped: EDINET from HIRAKU_EDINET_SINCE on with your key there, HIRAKU_EDINET_KEY, and the
          folder HIRAKU_INBOX, whatever of the two is set; of several processes one does it
  --exit-with-stdin   stop when standard input closes: for a supervisor that may die without a word
again     what was set aside and can be asked for again, by its key in 'hiraku status': with the next step of what watches
package   packages as EDINET and TDnet deliver them; S100….zip, .pdf and -csv.zip are one document
folder    PDFs, ZIPs and news, told about by manifest.json or documents.csv and news.csv (docs/ingest.md)
codes     EDINET's code list: names, kana, English names, sectors, corporate numbers

  --retry          tries again what was set aside before
  --json           prints the report as JSON
  --data DIR       before HIRAKU_DATA   (default: .data)
`;

const options = {
  from: { type: "string" },
  to: { type: "string" },
  types: { type: "string" },
  codes: { type: "string" },
  with: { type: "string" },
  key: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  "exit-with-stdin": { type: "boolean", default: false },
  retry: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  data: { type: "string" },
} as const;

type Values = ReturnType<typeof readOptions<typeof options>>["values"];

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, options);
  const [source, ...words] = positionals;
  checkUse(source, words, values);
  const config = configOf(io, { data: values.data });
  if (source === "watch") return watchUntilStopped(config, io, values["exit-with-stdin"]);
  const sink = await openPublicationSink(config, config.blobs);
  const abort = new AbortController();
  const interrupt = (): void => (abort.signal.aborted ? process.exit(1) : abort.abort());
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const session = new IngestSession({
    dataFolder: config.data,
    sink,
    now: Date.now,
    signal: abort.signal,
    retry: values.retry,
    output: {
      isTerminal: io.isTerminal && !values.json,
      redraw: (line) => process.stderr.write(`\r\x1b[2K${line}`),
      print: (line) => (values.json ? io.warn(line) : io.print(line)),
    },
  });
  try {
    return await runSource(source, words, { values, io, session, signal: abort.signal, config });
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await session.close();
    await sink.close();
  }
}

interface Call {
  readonly values: Values;
  readonly io: CliIo;
  readonly session: IngestSession;
  readonly signal: AbortSignal;
  readonly config: ReturnType<typeof configOf>;
}

/** Before anything is opened or created. */
function checkUse(source: string | undefined, words: readonly string[], values: Values): void {
  if (source === undefined) throw new UsageError("Say what: edinet, watch, again, package, folder or codes.");
  if (!["edinet", "watch", "again", "package", "folder", "codes"].includes(source)) {
    throw new UsageError(`There is no source '${source}': edinet, watch, again, package, folder or codes.`);
  }
  if (source === "edinet" || source === "watch") {
    noMore(words, 0);
    if (source === "edinet") dayOf("--from", values.from);
    return;
  }
  const wanted = { folder: "folder", again: "keys, or say 'all'" }[source] ?? "file";
  if (words.length === 0) throw new UsageError(`Name the ${wanted}.`);
  if (source !== "package" && source !== "again") noMore(words, 1);
}

async function runSource(source: string | undefined, words: readonly string[], call: Call): Promise<number> {
  const { session } = call;
  if (source === "edinet") return runEdinet(call);
  if (source === "again") return runAgain(words, call);
  if (source === "package") {
    return finish(call, await session.take("packages", packageItems(words, session.context)));
  }
  const [path = ""] = words;
  if (source === "folder") return runFolder(path, call);
  return runCodes(path, call);
}

async function runAgain(words: readonly string[], { session, io }: Call): Promise<number> {
  const { records } = session.context.sink;
  const isAll = words.length === 1 && words[0] === "all";
  const keys = isAll ? (await listSetAside(records, "", againMax)).flatMap(triable) : words;
  let count = 0;
  for (const key of keys) {
    if (await records.tryAgain(key, Date.now())) count++;
    else io.warn(`Nothing with the key ${key} was set aside and can be asked for again.`);
  }
  io.print(`${count} are tried again with the next step of what watches.`);
  return count === keys.length ? 0 : 1;
}

const againMax = 100_000;
const triable = ({ key, canBeTried }: SetAside): string[] => (canBeTried ? [key] : []);

async function runFolder(folder: string, call: Call): Promise<number> {
  const reading = await readFolder(folder);
  if (reading.faults.length > 0) {
    for (const { file, line, column, message } of reading.faults) call.io.warn(`${file}:${line}:${column}: ${message}`);
    throw new CommandError(`${reading.faults.length} faults in the manifest; nothing was taken in.`);
  }
  return finish(call, await call.session.take(folder, folderItems(folder, reading, call.session.context)));
}

async function runCodes(file: string, { session, io }: Call): Promise<number> {
  const lines = await readCodeList(file);
  session.companies.replace(lines);
  const issuers = issuersOf(lines);
  const changed = await session.context.sink.publishIssuers(issuers);
  io.print(`${lines.length} filers, ${issuers.length} with a security code; ${changed} new or changed.`);
  return 0;
}

async function runEdinet(call: Call): Promise<number> {
  const { values, io, session, signal, config } = call;
  const key = values.key ?? config.edinetKey;
  if (key === "") throw new CommandError("EDINET needs your key: set HIRAKU_EDINET_KEY.");
  const client = new EdinetClient({
    ...usualClient,
    baseUrl: config.edinetUrl,
    pauseMs: config.edinetPauseMs,
    codesUrl: codesUrlOf(config.edinetUrl),
    key,
    ...{ fetch, clock: systemClock, signal },
  });
  const codes = listOf(values.codes)?.map((code) => (/^E\d{5}$/.test(code) ? code : securityCode(code)));
  const types = listOf(values.types)?.map(knownType);
  const run: EdinetRun = {
    client,
    session,
    types: types === undefined ? undefined : new Set(types),
    codes: codes === undefined ? undefined : new Set(codes),
    extras: new Set(listOf(values.with)?.map(extraType)),
  };
  try {
    const days = daysBetween(dayOf("--from", values.from), dayOf("--to", values.to ?? values.from));
    if (days.length === 0) throw new UsageError("--from is after --to.");
    const plan = planOf(run, await readLists(run, days, signal));
    for (const line of describePlan(plan, days.length)) io.warn(line);
    if (values["dry-run"]) return 0;
    return finish(call, await session.take("edinet", itemsOf(run, plan)));
  } catch (error) {
    if (error instanceof EdinetUnavailable) throw new CommandError(error.message);
    if (signal.aborted) throw new CommandError("interrupted; nothing was ingested");
    throw error;
  }
}

function finish({ values, io }: Call, { report, code }: Awaited<ReturnType<IngestSession["take"]>>): number {
  if (values.json) io.print(JSON.stringify(report.toJson(Date.now())));
  return code;
}

function listOf(text: string | undefined): string[] | undefined {
  const words = text
    ?.split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return words === undefined || words.length === 0 ? undefined : words;
}

function dayOf(flag: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError("Name the first day with --from, as 2026-06-20.");
  if (!isCalendarDate(text)) throw new UsageError(`${flag} must be a calendar day, as 2026-06-20, and is '${text}'.`);
  return text;
}

function securityCode(text: string): string {
  const code = normaliseSecurityCode(text);
  if (code === undefined) throw new UsageError(`'${text}' is no security code and no EDINET code.`);
  return code;
}

function knownType(text: string): string {
  if (/^\d{3}$/.test(text) || documentTypes.some((type) => type === text)) return text;
  throw new UsageError(`There is no document type '${text}'.`);
}

function extraType(text: string): DownloadType {
  const types: Readonly<Record<string, DownloadType>> = { attachments: 3, csv: 5 };
  const type = types[text];
  if (type === undefined) throw new UsageError(`--with knows csv and attachments, not '${text}'.`);
  return type;
}
