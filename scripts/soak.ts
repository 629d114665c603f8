import { simulateAnswers } from "../lib/features/ask/simulation/run.ts";
import { simulateChecks } from "../lib/features/check/simulation/run.ts";
import { simulate } from "../lib/spending/simulation/run.ts";
import { openMemoryStore } from "../lib/store/database.ts";
import { type KillTotals, killLoop } from "./soak-kill.ts";

/** The spending simulation and the kill -9 loop. Every failure prints its seed, which replays it alone. */
export interface SoakTotals extends KillTotals {
  runs: number;
  /** The number of histories with a service without idempotency. */
  foreignRuns: number;
  questions: number;
  checks: number;
  faults: number;
  seed: number;
}

/** A store grows with every history; a new one from time to time keeps the last ones as fast as the first. */
const runsPerStore = 25;

/** Every so many histories one of questions, which are answered within budgets, and one of checked drafts. */
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
    if (run % runsPerQuestion === 5) await checkInto(totals, store, seed + run, say);
    if (run % 5_000 === 4_999) say(`${run + 1} of ${runs} runs`);
  }
  await store.close();
  await killLoop({ kills, seed, say, totals });
  return totals;
}

function emptyTotals(seed: number): SoakTotals {
  const histories = { runs: 0, foreignRuns: 0, questions: 0, checks: 0, faults: 0, kills: 0, foreignKills: 0 };
  const books = { intents: 0, charged: 0, doubleCharged: 0, lost: 0, unknown: 0, unknownForeign: 0, broken: 0 };
  return { ...histories, ...books, seed };
}

function add(totals: SoakTotals, more: Partial<SoakTotals>): void {
  for (const name of Object.keys(more) as (keyof SoakTotals)[]) totals[name] += more[name] ?? 0;
}

type Play = (
  totals: SoakTotals,
  store: ReturnType<typeof openMemoryStore>,
  seed: number,
  say: (line: string) => void,
) => Promise<void>;

const simulateInto: Play = async (totals, store, seed, say) => {
  const result = await simulate(store, seed);
  const { idempotent, faults, intents, charged, doubleCharged, lost, unknown, broken } = result;
  add(totals, { runs: 1, faults, intents, charged, doubleCharged, lost, broken: broken.length });
  add(totals, idempotent ? { unknown } : { foreignRuns: 1, unknownForeign: unknown });
  if (doubleCharged + lost + broken.length > 0) say(`seed ${seed} failed: ${JSON.stringify(result)}`);
};

const askInto: Play = async (totals, store, seed, say) => {
  const result = await simulateAnswers(store, seed + questionSeeds);
  const { runs, charged, overBudget, unlisted, open, faults } = result;
  add(totals, { questions: runs, faults, charged, lost: unlisted, broken: overBudget + open });
  if (overBudget + unlisted + open > 0) say(`questions of seed ${seed} failed: ${JSON.stringify(result)}`);
};

const checkInto: Play = async (totals, store, seed, say) => {
  const result = await simulateChecks(store, seed);
  const { runs, faults, charged, doubleCharged, lost } = result;
  const broken = result.overLimit + result.untold + result.open + result.broken.length;
  add(totals, { checks: runs, faults, charged, doubleCharged, lost, broken });
  if (broken + doubleCharged + lost > 0) say(`checks of seed ${seed} failed: ${JSON.stringify(result)}`);
};

export function isClean(totals: SoakTotals): boolean {
  return totals.doubleCharged === 0 && totals.lost === 0 && totals.unknown === 0 && totals.broken === 0;
}
