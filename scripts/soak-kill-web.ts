import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { purchaseStore } from "../lib/spending/adapters/purchase-store.ts";
import { crashPoints } from "../lib/spending/ports.ts";
import { SeededRandom } from "../lib/spending/simulation/environment.ts";
import { PostgresStore } from "../lib/store/postgres/postgres-store.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { isKept } from "./soak-kill.ts";
import { type LedgerLine, type SoakService, startService } from "./soak-service.ts";
import type { WebTask } from "./soak-web.ts";

/**
 * Two processes of the web app buy the same things for the same owners on one database, and are killed with SIGKILL: one
 * at a named point, one or both at any moment, in every second round together with the database. What the others left is
 * recovered by whoever lives; at the end the app's books are compared with the service's, intent by intent.
 */
export interface WebKillTotals {
  readonly rounds: number;
  kills: number;
  databaseCrashes: number;
  looks: number;
  acknowledged: number;
  intents: number;
  charged: number;
  doubled: number;
  lost: number;
  unknown: number;
  /** In words. */
  readonly broken: string[];
}

/** Time passes this much faster in the app: a lease is over after a second and a half. */
const speed = 20;
const lostAnswerShare = 0.1;
const cap = 12;
const capped = "bob with a cap";
const owners = ["ann", capped];
const settledWithinMs = 90_000;
const playMaxMs = 3_000;

interface Options {
  readonly rounds: number;
  readonly seed: number;
  readonly idempotent: boolean;
  say(line: string): void;
}

interface Place {
  readonly server: PostgresServer;
  /** Of an empty database on it. */
  readonly database: string;
}

export async function webKillLoop(
  { server, database }: Place,
  { rounds, seed, idempotent, say }: Options,
): Promise<WebKillTotals> {
  const random = new SeededRandom(seed);
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-soak-web-"));
  const service = await startService({
    idempotent,
    delayMs: () => random.below(30),
    losesAnswer: () => random.happens(lostAnswerShare),
  });
  const store = new PostgresStore(database);
  const counts = { kills: 0, databaseCrashes: 0, looks: 0, acknowledged: 0, intents: 0, charged: 0, doubled: 0 };
  const totals: WebKillTotals = { rounds, ...counts, lost: 0, unknown: 0, broken: [] };
  const webs = new Webs({ database, folder, upstream: service.url, seed, random, totals });
  try {
    await store.start();
    await purchaseStore(store).budget.saveBudget(capped, { daily_cap: null, monthly_cap: cap, confirm_at: 4 });
    let survivor: ChildProcess | undefined;
    for (let round = 0; round < rounds; round++) {
      const market = String(round);
      const first = await webs.start(market, random.pick(crashPoints));
      survivor ??= await webs.start(market, null);
      await webs.more(round === 0 ? survivor : first, 2 + random.below(5));
      if (round % 2 === 1) {
        await server.crash();
        totals.databaseCrashes += 1;
      }
      await webs.more(first, 1 + random.below(4));
      await webs.kill(first);
      if (random.happens(0.6)) {
        await webs.kill(survivor);
        survivor = undefined;
      }
      totals.broken.push(...(await look(store)));
      totals.looks += 1;
      if (round % 10 === 9) say(`${round + 1} of ${rounds} rounds, ${webs.confirmed.size} purchases acknowledged`);
    }
    if (survivor !== undefined) await webs.kill(survivor);
    await webs.start(null, null);
    await settled(store);
    await compare({ store, service, folder, idempotent, confirmed: webs.confirmed, totals });
  } finally {
    webs.end();
    await store.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return totals;
}

interface Shared extends Pick<WebTask, "database" | "folder" | "upstream" | "seed"> {
  readonly random: SeededRandom;
  readonly totals: WebKillTotals;
}

/** The processes of the web app, and the purchases that they acknowledged. */
class Webs {
  readonly confirmed = new Set<string>();
  readonly #shared: Shared;
  readonly #clock = { startMs: Date.UTC(2026, 10, 10), sinceMs: Date.now() };
  readonly #started: ChildProcess[] = [];

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async start(market: string | null, killAt: WebTask["killAt"]): Promise<ChildProcess> {
    const { random, totals, seed, ...place } = this.#shared;
    const who = { seed: seed * 1_000 + this.#started.length, owners, speed, clock: this.#clock };
    const task: WebTask = { ...place, ...who, market, killAt, passes: random.below(3) };
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "soak-web.ts"), JSON.stringify(task)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#started.push(child);
    let said = "";
    child.stderr.on("data", (chunk) => (said += String(chunk)));
    child.on("close", (code, signal) => {
      if (signal !== "SIGKILL") totals.broken.push(`a process ended by itself with ${code ?? signal}: ${said}`);
    });
    const lines = createInterface(child.stdout);
    lines.on("line", (line) => {
      if (line.startsWith("confirmed ")) this.confirmed.add(line.slice("confirmed ".length));
    });
    await Promise.race([once(lines, "line"), once(child, "close")]);
    return child;
  }

  /** Until so many more purchases were acknowledged, or the process has killed itself. */
  async more(child: ChildProcess, count: number): Promise<void> {
    const wanted = this.confirmed.size + count;
    // At first until something is bought, however busy the machine is; later everything may be owned.
    const endMs = Date.now() + (this.confirmed.size === 0 ? settledWithinMs : playMaxMs);
    while (this.confirmed.size < wanted && Date.now() < endMs && child.signalCode === null) await delay(5);
    await delay(this.#shared.random.below(60));
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "close");
    }
    this.#shared.totals.kills += 1;
  }

  end(): void {
    for (const child of this.#started) child.kill("SIGKILL");
  }
}

/** At any moment: what is stored is booked and has its bytes named, and nothing else is booked. */
async function look(store: PostgresStore): Promise<string[]> {
  const wrong = await store
    .prepare<[], { intent_id: string; state: string }>(
      `select intent_id, state from intents left join ledger using (intent_id) left join artifacts using (intent_id)
       where (state = 'stored') <> (entry_id is not null) or (state = 'stored') <> (artifact_id is not null)`,
    )
    .all();
  return wrong.map(({ intent_id, state }) => `${intent_id} is ${state}, and the books say otherwise`);
}

async function settled(store: PostgresStore): Promise<void> {
  const open = store.prepare<[], { count: number }>(
    `select (select count(*) from intents where state in ('intent', 'sent') or (state = 'unknown' and settle_at is not null))
       + (select count(*) from basket_runs where ended_at is null)
       + (select count(*) from artifacts where unreadable = 'not read yet') as count`,
  );
  for (const endMs = Date.now() + settledWithinMs; Number((await open.get())?.count) > 0; await delay(50)) {
    if (Date.now() > endMs) return;
  }
}

interface Books {
  readonly store: PostgresStore;
  readonly service: SoakService;
  readonly folder: string;
  readonly idempotent: boolean;
  readonly confirmed: ReadonlySet<string>;
  readonly totals: WebKillTotals;
}

interface Row {
  readonly intent_id: string;
  readonly owner_id: string;
  readonly idempotency_key: string;
  readonly state: string;
  readonly settle_at: number | null;
  readonly sha256: string | null;
  readonly unreadable: string | null;
  readonly credits: number | null;
}

async function compare({ store, service, folder, idempotent, confirmed, totals }: Books): Promise<void> {
  const rows = await store
    .prepare<[], Row>(
      `select intents.intent_id, intents.owner_id, idempotency_key, state, settle_at, sha256, unreadable, ledger.credits
       from intents left join artifacts using (intent_id) left join ledger using (intent_id)`,
    )
    .all();
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  const charges = Map.groupBy(service.ledger, (line) => line.idempotencyKey);
  totals.intents = rows.length;
  totals.charged = service.ledger.length;
  totals.unknown = rows.filter((row) => row.state === "unknown").length;
  totals.doubled =
    [...charges.values()].filter((lines) => lines.length > 1).length + twiceBought(service.ledger, byKey);
  totals.lost = [...charges.keys()].filter((key) => !isKept(folder, byKey.get(key))).length;
  for (const row of rows) totals.broken.push(...wrongIn(row, charges.get(row.idempotency_key) ?? [], idempotent));
  totals.broken.push(...(await look(store)));
  const ofCapped = service.ledger.filter((line) => byKey.get(line.idempotencyKey)?.owner_id === capped);
  const spent = ofCapped.reduce((sum, line) => sum + line.credits, 0);
  if (spent > cap) totals.broken.push(`${spent} were spent under a cap of ${cap}`);
  const kept = await store.prepare<[], { purchase_id: string }>("select purchase_id from purchases").all();
  const ids = new Set(kept.map((each) => each.purchase_id));
  totals.acknowledged = confirmed.size;
  for (const id of confirmed) if (!ids.has(id)) totals.broken.push(`${id} was acknowledged and is not stored`);
}

/** Parts that an owner bought twice by choices that overlap. */
function twiceBought(ledger: readonly LedgerLine[], byKey: ReadonlyMap<string, Row>): number {
  const pieces = ledger.flatMap((line) =>
    line.pieces.map((piece) => `${byKey.get(line.idempotencyKey)?.owner_id} ${piece}`),
  );
  return pieces.length - new Set(pieces).size;
}

function wrongIn(row: Row, charges: readonly LedgerLine[], idempotent: boolean): string[] {
  const { intent_id, state } = row;
  const [charge] = charges;
  if (state === "intent" || state === "sent" || row.settle_at !== null)
    return [`${intent_id} has no outcome (${state})`];
  if (state === "unknown") return idempotent ? [`${intent_id} stays unknown`] : [];
  if (state === "failed") return charge === undefined ? [] : [`${intent_id} failed and was charged`];
  if (row.unreadable !== null) return [`${intent_id} can't be read: ${row.unreadable}`];
  if (charge === undefined) return [`${intent_id} is stored and was not charged`];
  return row.credits === charge.credits ? [] : [`${intent_id} is booked with ${row.credits} of ${charge.credits}`];
}
