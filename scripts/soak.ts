import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { z } from "zod";
import { simulateAnswers } from "../lib/features/ask/simulation/run.ts";
import { simulate } from "../lib/spending/simulation/run.ts";
import { openMemoryStore } from "../lib/store/database.ts";
import { soakDay } from "./soak-day.ts";
import { type KillTotals, killLoop } from "./soak-kill.ts";

/**
 * The spending simulation and the kill -9 loop:
 *
 *   npm run soak -- --runs 100000 --kills 200 --seed 1
 *
 * `npm run soak -- day` walks through a day in the house instead (`soak-day.ts`), `npm run soak -- impatient` gives
 * requests up (`soak-impatient.ts`), and `npm run soak -- week` follows a week of EDINET (`soak-week.ts`).
 *
 * `--processes 2` shares the histories and kills out. Every failure prints its seed, which replays it alone:
 * `--runs 1 --kills 0 --seed <seed>`. Ends with one line of JSON; exits 0 only if nothing was charged twice or lost
 * and, with idempotency, nothing stayed unknown.
 */
export interface SoakTotals extends KillTotals {
  runs: number;
  /** The number of histories with a service without idempotency. */
  foreignRuns: number;
  questions: number;
  faults: number;
  seed: number;
}

/** A store grows with every history; a new one from time to time keeps the last ones as fast as the first. */
const runsPerStore = 25;

/** Every so many histories one of questions, which are answered within budgets and break off in their midst. */
const runsPerQuestion = 10;
/** Ids follow from the seed, and both kinds of history use one store. */
const questionSeeds = 1_000_000_000;

export async function soak(options: {
  readonly runs: number;
  readonly kills: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}): Promise<SoakTotals> {
  const { runs, kills, seed, say } = options;
  const totals = emptyTotals(seed);
  let store = openMemoryStore();
  for (let run = 0; run < runs; run++) {
    if (run > 0 && run % runsPerStore === 0) {
      await store.close();
      store = openMemoryStore();
    }
    await simulateInto(totals, store, seed + run, say);
    if (run % runsPerQuestion === 0) await askInto(totals, store, seed + run, say);
    if (run % 5_000 === 4_999) say(`${run + 1} of ${runs} runs`);
  }
  await store.close();
  await killLoop({ kills, seed, say, totals });
  return totals;
}

function emptyTotals(seed: number): SoakTotals {
  return {
    ...{ runs: 0, foreignRuns: 0, questions: 0, faults: 0, kills: 0, foreignKills: 0, intents: 0, charged: 0 },
    ...{ doubleCharged: 0, lost: 0, unknown: 0, unknownForeign: 0, broken: 0, seed },
  };
}

async function simulateInto(
  totals: SoakTotals,
  store: ReturnType<typeof openMemoryStore>,
  seed: number,
  say: (line: string) => void,
): Promise<void> {
  const result = await simulate(store, seed);
  totals.runs += 1;
  totals.foreignRuns += result.idempotent ? 0 : 1;
  totals.faults += result.faults;
  totals.intents += result.intents;
  totals.charged += result.charged;
  totals.doubleCharged += result.doubleCharged;
  totals.lost += result.lost;
  totals.broken += result.broken.length;
  if (result.idempotent) totals.unknown += result.unknown;
  else totals.unknownForeign += result.unknown;
  if (result.doubleCharged + result.lost + result.broken.length > 0)
    say(`seed ${seed} failed: ${JSON.stringify(result)}`);
}

async function askInto(
  totals: SoakTotals,
  store: ReturnType<typeof openMemoryStore>,
  seed: number,
  say: (line: string) => void,
): Promise<void> {
  const { runs, charged, overBudget, unlisted, open, faults, ...more } = await simulateAnswers(
    store,
    seed + questionSeeds,
  );
  totals.questions += runs;
  totals.faults += faults;
  totals.charged += charged;
  totals.lost += unlisted;
  totals.broken += overBudget + open;
  if (overBudget + unlisted + open > 0)
    say(`questions of seed ${seed} failed: ${JSON.stringify({ overBudget, unlisted, open, ...more })}`);
}

export function isClean(totals: SoakTotals): boolean {
  return totals.doubleCharged === 0 && totals.lost === 0 && totals.unknown === 0 && totals.broken === 0;
}

/** The same in several processes: each simulates a part of the seeds, and the counts are added up. */
async function soakInProcesses(options: {
  readonly runs: number;
  readonly kills: number;
  readonly seed: number;
  readonly processes: number;
}): Promise<SoakTotals> {
  const { runs, kills, seed, processes } = options;
  const shares = Array.from({ length: processes }, (_, at) => {
    const from = Math.floor((runs * at) / processes);
    const killsHere = Math.floor((kills * (at + 1)) / processes) - Math.floor((kills * at) / processes);
    return soakInProcess(Math.floor((runs * (at + 1)) / processes) - from, killsHere, seed + from);
  });
  const all = await Promise.all(shares);
  const totals = emptyTotals(seed);
  const counted = (Object.keys(totals) as (keyof SoakTotals)[]).filter((key) => key !== "seed");
  for (const each of all) for (const key of counted) totals[key] += each[key];
  return totals;
}

function soakInProcess(runs: number, kills: number, seed: number): Promise<SoakTotals> {
  const flags = ["--runs", runs, "--kills", kills, "--seed", seed].map(String);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [import.meta.filename, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (chunk) => (said += String(chunk)));
    child.on("close", () => {
      const totals = z.record(z.string(), z.number()).safeParse(lastLine(said));
      if (totals.success) resolve({ ...emptyTotals(seed), ...totals.data });
      else reject(new Error(`the soak from seed ${seed} told no counts`));
    });
  });
}

function lastLine(text: string): unknown {
  try {
    return JSON.parse(text.trim().split("\n").at(-1) ?? "");
  } catch {
    return undefined;
  }
}

if (import.meta.main && process.argv[2] === "day") process.exit(await soakDay(process.argv.slice(3)));
if (import.meta.main && process.argv[2] === "week") {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      documents: { type: "string", default: "60" },
      kills: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
    },
  });
  const { isFaultless, soakWeek } = await import("./soak-week.ts");
  const report = await soakWeek({
    ...{ seed: Number(values.seed), documents: Number(values.documents), kills: Number(values.kills) },
    ...{ pauseMs: 1_000, withService: true },
    say: (line: string) => void process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exit(isFaultless(report) ? 0 : 1);
}
if (import.meta.main && process.argv[2] === "impatient") {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { requests: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } },
  });
  const { impatient, isCalm } = await import("./soak-impatient.ts");
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const totals = await impatient({ requests: Number(values.requests), seed: Number(values.seed), say });
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  process.exit(isCalm(totals) ? 0 : 1);
} else if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "100000" },
      kills: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      processes: { type: "string", default: "1" },
    },
  });
  const [runs, kills, seed] = [Number(values.runs), Number(values.kills), Number(values.seed)];
  const processes = Number(values.processes);
  if (![runs, kills, seed, processes].every((each) => Number.isSafeInteger(each) && each >= 0)) {
    process.stderr.write("soak: --runs, --kills, --seed and --processes take whole numbers\n");
    process.exit(2);
  }
  // Questions that break off are logged, thousands of them.
  process.env["HIRAKU_LOG_LEVEL"] = "silent";
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const totals =
    processes > 1 ? await soakInProcesses({ runs, kills, seed, processes }) : await soak({ runs, kills, seed, say });
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  process.exit(isClean(totals) ? 0 : 1);
}
