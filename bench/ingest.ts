/** bench: real filings from ZIP to searchable: the given annual reports, one of 5 MB HTML, the memory of 1,000. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Parser } from "htmlparser2";
import { openArchive } from "../lib/kit/archives/archive.ts";
import { openPublicationSink } from "../service/ingest/open-publication-sink.ts";
import { IngestSession } from "../service/ingest/session.ts";
import { packageItems } from "../service/ingest/sources/package-items.ts";
import { makeFiling, page } from "../service/ingest/testing/make-filing.ts";
import { makeZip } from "../service/ingest/testing/make-zip.ts";
import { withSamples } from "../service/ingest/testing/samples.ts";

const cpuGoalMs = 2_000;
const meanCpuGoalMs = 700;
/** The given annual report whose text has 350,000 characters. */
const longReport = "pairs/S100TIIX.zip";
const memoryGoalMb = 400;
const htmlBytes = 5 * 1_048_576;

interface Measured {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly rssMb: number;
}

/** One run in its own process, so that memory and compiled code of another don't affect it. */
function measureApart(mode: "ingest" | "parse" | "many", ...files: readonly string[]): string {
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
  const started = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1_000,
    wallMs: performance.now() - started,
    rssMb: process.resourceUsage().maxRSS / 1_024,
  };
}

/** From the file to searchable: read in a worker, stored, indexed, synced. */
async function ingest(files: readonly string[], each?: () => void): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
  const sink = await openPublicationSink({ data, databaseUrl: "" });
  const output = { redraw: () => undefined, print: () => undefined, isTerminal: false };
  const signal = new AbortController().signal;
  const session = new IngestSession({ dataFolder: data, sink, now: Date.now, output, signal, retry: false });
  const items = packageItems(files, session.context).map((item) => ({
    ...item,
    ingest: async () => {
      const outcome = await item.ingest();
      each?.();
      return outcome;
    },
  }));
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

/** A real annual report, or a generated one, with its longest page repeated to five megabytes of HTML. */
async function bigReport(file: string): Promise<string> {
  let real = "";
  withSamples((sample) => {
    real = sample("packages/S100TMMG.zip");
  });
  if (!existsSync(real)) {
    const row = `<tr>${'<td style="vertical-align:middle;border-top-style:solid;border-top-width:0.75pt"><p class="smt_tblR" style="orphans:0;widows:0;">1,234,567</p></td>'.repeat(6)}</tr>`;
    const part = `<h3>１ 【経理の状況】</h3><p>${"当連結会計年度の売上高は増加しました。".repeat(40)}</p><table>${row.repeat(30)}</table>`;
    writeFileSync(file, makeFiling({ body: part.repeat(Math.ceil(htmlBytes / part.length)) }));
    return "made";
  }
  const archive = await openArchive(real);
  const parts = [];
  for (const entry of archive.entries) parts.push({ name: entry.path, data: await archive.read(entry.path) });
  archive.close();
  const longest = parts.filter((part) => /0105100_honbun/.test(part.name))[0];
  let total = parts
    .filter((part) => part.name.includes("PublicDoc") && part.name.endsWith(".htm"))
    .reduce((sum, part) => sum + part.data.length, 0);
  const added = [];
  for (let number = 0; longest !== undefined && total < htmlBytes; number++) {
    added.push({ name: longest.name.replace("0105100_", `010510${number + 1}_`), data: longest.data });
    total += longest.data.length;
  }
  writeFileSync(file, makeZip([...parts, ...added].map((part) => ({ ...part, stored: part.data.length === 0 }))));
  return `real, grown to ${(total / 1_048_576).toFixed(1)} MB of HTML`;
}

/** All given annual reports in one run, and the longest alone, with what starting a run costs. */
function measureGiven(sample: (path: string) => string): void {
  const files = ["packages", "pairs"].flatMap((folder) =>
    readdirSync(sample(folder))
      .filter((name) => name.endsWith(".zip"))
      .map((name) => sample(path.join(folder, name))),
  );
  const all: Measured = JSON.parse(measureApart("ingest", ...files));
  const mean = all.cpuMs / files.length;
  reportGoal(`${files.length} annual reports, CPU each <= ${meanCpuGoalMs} ms`, mean <= meanCpuGoalMs, mean.toFixed(0));
  reportGoal(`their memory <= ${memoryGoalMb} MB`, all.rssMb <= memoryGoalMb, `${all.rssMb.toFixed(0)} MB`);
  const long: Measured = JSON.parse(measureApart("ingest", sample(longReport)));
  reportGoal(`350,000 characters, CPU <= ${cpuGoalMs} ms`, long.cpuMs <= cpuGoalMs, long.cpuMs.toFixed(0));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function main(): Promise<void> {
  withSamples(measureGiven);
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-ingest-"));
  const file = path.join(folder, "S1009999.zip");
  console.log(`annual report: ${await bigReport(file)}`);
  const measurements = { ingest: [] as Measured[], parse: [] as Measured[] };
  const order = Array.from({ length: 5 }, () =>
    Math.random() < 0.5 ? (["ingest", "parse"] as const) : (["parse", "ingest"] as const),
  );
  for (const mode of order.flat()) measurements[mode].push(JSON.parse(measureApart(mode, file)));
  for (const mode of ["ingest", "parse"] as const) {
    const cpu = measurements[mode].map((each) => each.cpuMs);
    const rss = median(measurements[mode].map((each) => each.rssMb));
    const name = mode === "ingest" ? "ZIP to searchable" : "unzip and parse";
    console.log(
      `${name.padEnd(18)} CPU ${median(cpu).toFixed(0)} ms (${Math.min(...cpu).toFixed(0)} to ${Math.max(...cpu).toFixed(0)}), ${rss.toFixed(0)} MB`,
    );
  }
  const cpu = median(measurements.ingest.map((each) => each.cpuMs));
  const rss = median(measurements.ingest.map((each) => each.rssMb));
  reportGoal(
    `CPU <= ${cpuGoalMs} ms`,
    cpu <= cpuGoalMs,
    `${(cpu / median(measurements.parse.map((each) => each.cpuMs))).toFixed(1)}x the parse`,
  );
  reportGoal(`memory <= ${memoryGoalMb} MB`, rss <= memoryGoalMb, `${rss.toFixed(0)} MB`);
  const rows: number[] = JSON.parse(measureApart("many", folder));
  console.log(`1,000 documents, MB after each hundred: ${rows.map((each) => each.toFixed(0)).join(" ")}`);
  const [first, second] = [Math.max(...rows.slice(2, 6)), Math.max(...rows.slice(6))];
  reportGoal(
    "memory flat over 1,000 documents (second half <= 1.1x the first)",
    second <= first * 1.1,
    `${(second / first).toFixed(2)}x`,
  );
  rmSync(folder, { recursive: true });
}

function reportGoal(goal: string, isReached: boolean, figure: string): void {
  console.log(`${isReached ? "ok  " : "MISS"} ${goal}: ${figure}`);
  if (!isReached) process.exitCode = 1;
}

/** Resident memory after each hundred of a thousand different filings of a few hundred kilobytes. */
async function many(folder: string): Promise<number[]> {
  const files = Array.from({ length: 1_000 }, (_, at) => {
    const file = path.join(folder, `S1${String(at).padStart(6, "0")}.zip`);
    const body = Array.from(
      { length: 40 },
      (_, part) =>
        `<h3>${part + 1} 【項目${part}】</h3><p>${`第${at}号の本文。`.repeat(60)}</p><table>${`<tr><td>${at}</td><td>△${part},000</td></tr>`.repeat(40)}</table>`,
    ).join("");
    writeFileSync(
      file,
      makeZip([
        {
          name: "XBRL/PublicDoc/0101010_honbun_jpcrp030000-asr-001_E99999-000_2026-03-31_01_2026-06-20_ixbrl.htm",
          data: page(`${cover}${body}`, ""),
        },
      ]),
    );
    return file;
  });
  const rows: number[] = [];
  let done = 0;
  await ingest(files, () => {
    if (++done % 100 === 0) rows.push(process.memoryUsage.rss() / 1_048_576);
  });
  return rows;
}

const cover = '<p><ix:nonNumeric name="jpcrp_cor:DocumentTitleCoverPage">有価証券報告書</ix:nonNumeric></p>';

const [mode, ...files] = process.argv.slice(2);
const [file = ""] = files;
if (mode === "--child=ingest") console.log(JSON.stringify(await measured(() => ingest(files))));
else if (mode === "--child=parse") console.log(JSON.stringify(await measured(() => unzipAndParse(file))));
else if (mode === "--child=many") console.log(JSON.stringify(await many(file)));
else await main();
