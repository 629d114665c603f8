import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CrashPoint, crashPoints } from "../lib/spending/ports.ts";
import { checkAgents } from "../lib/spending/simulation/agents.ts";
import { SeededRandom, sha256Of } from "../lib/spending/simulation/environment.ts";
import { openStore } from "../lib/store/database.ts";
import type { IntentRow } from "../lib/store/purchases.ts";
import { type SoakService, startService } from "./soak-service.ts";

/**
 * Kills real processes with SIGKILL at named points, repeatedly on the same disk. After every few runs the app's ledger
 * is compared with the service's, intent by intent.
 */
export interface KillTotals {
  kills: number;
  /** The number of kills with a service without idempotency. */
  foreignKills: number;
  intents: number;
  charged: number;
  doubleCharged: number;
  lost: number;
  unknown: number;
  unknownForeign: number;
  /** Tokens, tasks and approvals that were charged more than they have. */
  broken: number;
}

const killsPerDisk = 5;
/** Every second disk, the first among them: a service without idempotency is the harder one. */
const foreignEvery = 2;
const childMaxMs = 60_000;
/** Time passes this much faster in the app, since a lost outcome is checked again after a minute. */
const speed = 50;
const lostAnswerShare = 0.1;

/** Adds to the totals. */
export async function killLoop(options: {
  kills: number;
  seed: number;
  say: (line: string) => void;
  totals: KillTotals;
}): Promise<void> {
  const { totals } = options;
  for (let disk = 0; totals.kills < options.kills; disk++) {
    const idempotent = disk % foreignEvery !== 0;
    const before = totals.kills;
    const kills = Math.min(killsPerDisk, options.kills - totals.kills);
    await oneDisk({ ...options, seed: options.seed + disk * killsPerDisk, kills, idempotent });
    // A point that is never reached kills no process; without this limit a run could go on for ever.
    if (totals.kills === before) throw new Error("nobody was killed");
  }
}

async function oneDisk(options: {
  seed: number;
  kills: number;
  idempotent: boolean;
  totals: KillTotals;
  say: (line: string) => void;
}): Promise<void> {
  const { seed, kills, idempotent, totals } = options;
  const random = new SeededRandom(seed);
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-soak-"));
  const service = await startService({
    idempotent,
    delayMs: () => random.below(6),
    losesAnswer: () => random.happens(lostAnswerShare),
  });
  const disk = { folder, upstream: service.url, speed };
  try {
    for (let killed = 0, lives = 0; killed < kills && lives <= kills * 20; lives++) {
      const killAt = random.pick(crashPoints);
      const passes = random.below(4);
      if (!(await runChild({ ...disk, seed: seed * 1_000 + lives, killAt, passes }))) continue;
      killed += 1;
      totals.kills += 1;
      totals.foreignKills += idempotent ? 0 : 1;
    }
    await runChild({ ...disk, seed, killAt: null, passes: 0 });
    await reconcile(folder, service, options);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The parameters of one process of the app, as `soak-child.ts` reads them. */
interface ChildTask {
  readonly folder: string;
  readonly upstream: string;
  readonly seed: number;
  readonly killAt: CrashPoint | null;
  readonly passes: number;
  readonly speed: number;
}

/** True where it was killed at its point. A run that fails or never ends is an error of the app or the test. */
function runChild(task: ChildTask): Promise<boolean> {
  const told = JSON.stringify(task);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "soak-child.ts"), told], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    let overdue = false;
    child.stderr.on("data", (chunk) => (said += String(chunk)));
    const watch = setTimeout(() => {
      overdue = true;
      child.kill("SIGKILL");
    }, childMaxMs);
    // Not "exit", since its last output may not have arrived by then.
    child.on("close", (code, signal) => {
      clearTimeout(watch);
      if (overdue) reject(new Error(`a life did not end: ${told}`));
      else if (signal === "SIGKILL") resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`a life ended with ${code ?? signal}: ${told}: ${said.slice(0, 2_000)}`));
    });
  });
}

async function reconcile(
  folder: string,
  service: SoakService,
  options: { seed: number; idempotent: boolean; totals: KillTotals; say: (line: string) => void },
): Promise<void> {
  const { totals } = options;
  const store = openStore(path.join(folder, "web.db"));
  const rows = await store
    .prepare<
      [],
      Pick<IntentRow, "intent_id" | "idempotency_key" | "state" | "document_id" | "opened_at"> & {
        sha256: string | null;
      }
    >(
      `select intent_id, idempotency_key, state, intents.document_id, opened_at, sha256
       from intents left join artifacts using (intent_id)`,
    )
    .all();
  const stateOf = new Map(rows.map((row) => [row.idempotency_key, row]));
  const overspent = await checkAgents(store, service.ledger, stateOf);
  await store.close();
  const counts = new Map<string, number>();
  for (const line of service.ledger) counts.set(line.idempotencyKey, (counts.get(line.idempotencyKey) ?? 0) + 1);
  const pieces = service.ledger.flatMap((line) => line.pieces);
  const twice = [...counts.values()].filter((count) => count > 1).length + (pieces.length - new Set(pieces).size);
  const lost = [...counts.keys()].filter((key) => !isKept(folder, stateOf.get(key))).length;
  const unknown = rows.filter((row) => row.state === "unknown").length;
  totals.intents += rows.length;
  totals.charged += service.ledger.length;
  totals.doubleCharged += twice;
  totals.lost += lost;
  totals.broken += overspent.length;
  if (options.idempotent) totals.unknown += unknown;
  else totals.unknownForeign += unknown;
  if (twice + lost + overspent.length > 0 || (options.idempotent && unknown > 0)) {
    options.say(`kill loop failed with seed ${options.seed}: ${JSON.stringify({ twice, lost, unknown, overspent })}`);
  }
}

/** Stored with its bytes, or shown as unknown. */
export function isKept(folder: string, row: { state: string; sha256: string | null } | undefined): boolean {
  if (row?.state === "unknown") return true;
  if (row?.state !== "stored" || row.sha256 === null) return false;
  return sha256Of(readFileSync(path.join(folder, "bodies", row.sha256.slice(0, 2), row.sha256))) === row.sha256;
}
