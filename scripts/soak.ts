import { simulate } from "../lib/spending/simulation/run.ts";
import type { Store } from "../lib/store/database.ts";
import { openMemoryStore } from "../lib/store/testing/memory-store.ts";
import { ofFeatures } from "../lib/testing/of-features.ts";
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

/** Every so many histories one of each feature that spends. */
const runsPerFeature = 10;

interface FeatureHistory {
  soakHistory(store: Store, seed: number): Promise<Partial<SoakTotals>>;
}

export async function soak(options: {
  readonly runs: number;
  readonly kills: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}): Promise<SoakTotals> {
  const { runs, kills, seed, say } = options;
  const totals = emptyTotals(seed);
  const histories = await ofFeatures<FeatureHistory>("simulation/run.ts");
  let store: Store = openMemoryStore();
  for (let run = 0; run < runs; run++) {
    if (run > 0 && run % runsPerStore === 0) {
      await store.close();
      store = openMemoryStore();
    }
    await simulateInto(totals, store, seed + run, say);
    for (const [at, { soakHistory }] of histories.entries()) {
      if (run % runsPerFeature !== at) continue;
      const more = await soakHistory(store, seed + run);
      add(totals, more);
      if (!isClean({ ...emptyTotals(seed), ...more })) say(`seed ${seed + run} failed: ${JSON.stringify(more)}`);
    }
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

async function simulateInto(
  totals: SoakTotals,
  store: Store,
  seed: number,
  say: (line: string) => void,
): Promise<void> {
  const result = await simulate(store, seed);
  const { idempotent, faults, intents, charged, doubleCharged, lost, unknown, broken } = result;
  add(totals, { runs: 1, faults, intents, charged, doubleCharged, lost, broken: broken.length });
  add(totals, idempotent ? { unknown } : { foreignRuns: 1, unknownForeign: unknown });
  if (doubleCharged + lost + broken.length > 0) say(`seed ${seed} failed: ${JSON.stringify(result)}`);
}

export function isClean(totals: SoakTotals): boolean {
  return totals.doubleCharged === 0 && totals.lost === 0 && totals.unknown === 0 && totals.broken === 0;
}
