/** bench: filings from ZIP to searchable: the given annual reports, and one of 1.1 MB beside parsing it alone. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Parser } from "htmlparser2";
import { openArchive } from "../lib/kit/archives/archive.ts";
import { openPublicationSink } from "../service/ingest/open-publication-sink.ts";
import { IngestSession } from "../service/ingest/session.ts";
import { packageItems } from "../service/ingest/sources/package-items.ts";
import { makeFiling } from "../service/ingest/testing/make-filing.ts";
import { withSamples } from "../service/ingest/testing/samples.ts";
import { sizes } from "./web/data.ts";
import { atMost, inRounds, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { filingHtml, madeSections } from "./web/made-text.ts";

const cpuGoalMs = 2_000;
const meanCpuGoalMs = 700;
/** The given annual report whose text has 350,000 characters. */
const longReport = "pairs/S100TIIX.zip";
const memoryGoalMb = 400;

interface Measured {
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** One run in its own process, so that memory and compiled code of another don't affect it. */
function measureApart(mode: "ingest" | "parse", ...files: readonly string[]): string {
  // As `npm run hiraku` starts it: much new memory for what lives shortly makes a run larger and no faster.
  const child = spawnSync(
    process.execPath,
    ["--max-semi-space-size=4", import.meta.filename, `--child=${mode}`, ...files],
    {
      encoding: "utf8",
      maxBuffer: 1e8,
    },
  );
  if (child.status !== 0) throw new Error(child.stderr);
  return child.stdout.trim().split("\n").at(-1) ?? "";
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1_000,
    rssMb: process.resourceUsage().maxRSS / 1_024,
  };
}

/** From the file to searchable: read in a worker, stored, indexed, synced. */
async function ingest(files: readonly string[]): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
  const sink = await openPublicationSink({ data, databaseUrl: "" });
  const output = { redraw: () => undefined, print: () => undefined, isTerminal: false };
  const signal = new AbortController().signal;
  const session = new IngestSession({ dataFolder: data, sink, now: Date.now, output, signal, retry: false });
  const items = packageItems(files, session.context);
  const { report } = await session.take("bench", items);
  await session.close();
  await sink.close();
  rmSync(data, { recursive: true });
  if (report.setAsideCount > 0) throw new Error(report.lines(Date.now()).join("\n"));
}

/** The peer: only unzips and tokenises the same files. */
async function unzipAndParse(file: string): Promise<void> {
  const archive = await openArchive(file);
  for (const entry of archive.entries) {
    if (!entry.path.endsWith(".htm")) continue;
    const parser = new Parser({ ontext: () => undefined }, { decodeEntities: true });
    parser.end((await archive.read(entry.path)).toString("utf8"));
  }
  archive.close();
}

/** All given annual reports in one run, and the longest alone, with what starting a run costs. */
function measureGiven(sample: (path: string) => string): void {
  const files = ["packages", "pairs"].flatMap((folder) =>
    readdirSync(sample(folder))
      .filter((name) => name.endsWith(".zip"))
      .map((name) => sample(path.join(folder, name))),
  );
  const all: Measured = JSON.parse(measureApart("ingest", ...files));
  atMost(`${files.length} annual reports, CPU ms each`, [all.cpuMs / files.length], meanCpuGoalMs);
  atMost("their memory, MB", [all.rssMb], memoryGoalMb);
  const long: Measured = JSON.parse(measureApart("ingest", sample(longReport)));
  atMost("350,000 characters, CPU ms", [long.cpuMs], cpuGoalMs);
}

async function main(): Promise<void> {
  withSamples(measureGiven);
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-ingest-"));
  const file = path.join(folder, "S1009999.zip");
  writeFileSync(file, makeFiling({ body: filingHtml(madeSections(sizes.reference)) }));
  const measure = (mode: "ingest" | "parse") => async (): Promise<Sample> => JSON.parse(measureApart(mode, file));
  const found = await inRounds("ingest", { ingest: measure("ingest"), parse: measure("parse") }, { warming: false });
  rmSync(folder, { recursive: true });
  atMost("1.1 MB of text, CPU ms", found("ingest", "cpuMs"), cpuGoalMs);
  reportWithoutGoal("beside unzipping and parsing it, CPU ms", found("parse", "cpuMs"));
  atMost("1.1 MB of text, memory MB", found("ingest", "rssMb"), memoryGoalMb);
}

const [mode, ...files] = process.argv.slice(2);
if (mode === "--child=ingest") console.log(JSON.stringify(await measured(() => ingest(files))));
else if (mode === "--child=parse") console.log(JSON.stringify(await measured(() => unzipAndParse(files[0] ?? ""))));
else await main();
