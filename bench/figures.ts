/** bench: the figures of XBRL packages: what reading one costs, what is stored, and how soon five years are open. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import {
  type Filing,
  forecastHistories,
  joinSeries,
  statementTables,
  unpackFigures,
} from "../lib/evidence/figures/index.ts";
import { readFigures } from "../lib/evidence/figures/reading/read-figures.ts";
import { packFigures } from "../lib/evidence/figures/stored.ts";
import { sample } from "../service/ingest/testing/samples.ts";

const cpuGoalMs = 1_000;
const openGoalMs = 200;
const reports = [
  "packages/S100TMMG",
  "packages/S100AJZW",
  "packages/S100MMP3",
  "fsa/02-annual-report",
  "fsa/20-amended-annual-report",
];
const others = [
  "fsa/04-semiannual-bank",
  "fsa/10-fund-registration",
  "fsa/18-large-holding",
  "tdnet/annual-summary",
  "tdnet/forecast-revision",
];

const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

let worst = 0;
const packed: Buffer[] = [];
console.log("package                          figures  CPU ms first  again  stored kB");
for (const name of [...reports, ...others]) {
  const zip = readFileSync(sample(`${name}.zip`));
  const first = await cpuMs(() => readFigures(zip));
  const again = await cpuMs(() => readFigures(zip));
  const figures = await readFigures(zip);
  const bytes = packFigures(figures);
  if (reports.includes(name)) packed.push(bytes);
  worst = Math.max(worst, first);
  const cells = [figures.facts.length, first.toFixed(0), again.toFixed(0), (bytes.length / 1_024).toFixed(0)];
  console.log(name.padEnd(30), ...cells.map((cell, at) => String(cell).padStart([9, 13, 6, 10][at] ?? 8)));
}

/** A page unpacks five stored years, makes statements of one, joins all, and looks for forecasts. */
function open(): number {
  const before = process.cpuUsage();
  const filings = packed.map(
    (bytes, at): Filing => ({
      documentId: String(at),
      issuer: "1",
      filedAt: String(at),
      figures: unpackFigures(bytes),
    }),
  );
  const [first] = filings;
  if (first !== undefined) statementTables(first.figures);
  joinSeries(filings);
  forecastHistories(filings);
  // All of it is computing, so on a free machine it takes as long as its CPU time.
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const opened = Array.from({ length: 9 }, open);
const cold = opened[0] ?? 0;
const usual = opened.sort((a, b) => a - b)[4] ?? 0;
// The peer: the same bytes as plain JSON, without any check or join.
const plain = packed.map((bytes) => JSON.stringify(unpackFigures(bytes)));
const peerStart = performance.now();
for (const text of plain) JSON.parse(text);
const peer = performance.now() - peerStart;
console.log(
  `five years, CPU once: ${cold.toFixed(0)} ms, again: ${usual.toFixed(0)} ms (JSON.parse alone: ${peer.toFixed(1)} ms, ${plain.reduce((sum, text) => sum + gzipSync(text).length, 0)} bytes)`,
);
console.log(`${worst <= cpuGoalMs ? "ok  " : "MISS"} a package, CPU <= ${cpuGoalMs} ms: ${worst.toFixed(0)}`);
console.log(`${cold <= openGoalMs ? "ok  " : "MISS"} five years open in ${openGoalMs} ms: ${cold.toFixed(0)}`);
if (worst > cpuGoalMs || cold > openGoalMs) process.exitCode = 1;
