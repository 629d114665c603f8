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
import { openStore } from "../lib/store/database.ts";
import { PostgresStore } from "../lib/store/postgres/postgres-store.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { type ComparedBooks, compareBooks, look, settled } from "./soak-books.ts";
import { type SoakService, startService } from "./soak-service.ts";
import type { WebTask } from "./soak-web.ts";

/** Kills real processes of the web app with SIGKILL, alone on a disk (`killLoop`) or two on a database (`webKillLoop`). */
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
  /** Tokens, tasks and approvals that were charged more than they have, and books that don't agree. */
  broken: number;
}

const killsPerDisk = 5;
/** Every second disk, the first among them: a service without idempotency is the harder one. */
const foreignEvery = 2;
const lifeMaxMs = 60_000;

interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly say: (line: string) => void;
  readonly totals: KillTotals;
}

/** Repeatedly on the same disk; after every few runs the books are compared. Adds to the totals. */
export async function killLoop(options: KillOptions): Promise<void> {
  const { totals } = options;
  for (let disk = 0; totals.kills < options.kills; disk++) {
    const before = totals.kills;
    const kills = Math.min(killsPerDisk, options.kills - totals.kills);
    await oneDisk({ ...options, seed: options.seed + disk * killsPerDisk, kills }, disk % foreignEvery !== 0);
    // A point that is never reached kills no process; without this limit a run could go on for ever.
    if (totals.kills === before) throw new Error("nobody was killed");
  }
}

async function oneDisk({ seed, kills, totals, say }: KillOptions, idempotent: boolean): Promise<void> {
  const random = new SeededRandom(seed);
  await withService({ random, idempotent, delayMaxMs: 6 }, async (service, folder) => {
    // A lost outcome is asked for again after a minute.
    const disk = { database: null, folder, upstream: service.url, owners: ["owner"], speed: 50 };
    const live = async (more: Pick<WebTask, "seed" | "market" | "killAt" | "passes">) => {
      const now = Date.now();
      const life = startLife({ ...disk, ...more, clock: { startMs: now, sinceMs: now } });
      const overdue = setTimeout(() => life.child.kill("SIGTERM"), lifeMaxMs);
      const { code, signal } = await life.ended;
      clearTimeout(overdue);
      if (code !== 0 && signal !== "SIGKILL")
        throw new Error(`a life ended with ${code ?? signal}: ${JSON.stringify(more)}: ${life.said()}`);
      return signal === "SIGKILL";
    };
    for (let killed = 0, lives = 0; killed < kills && lives <= kills * 20; lives++) {
      const own = seed * 1_000 + lives;
      const [killAt, passes] = [random.pick(crashPoints), random.below(4)];
      if (!(await live({ seed: own, market: String(own), killAt, passes }))) continue;
      killed += 1;
      totals.kills += 1;
      totals.foreignKills += idempotent ? 0 : 1;
    }
    await live({ seed, market: null, killAt: null, passes: 0 });
    const store = openStore(path.join(folder, "web.db"));
    const { doubled, lost, unknown, broken, ...more } = await compareBooks({ store, service, folder, idempotent });
    await store.close();
    totals.intents += more.intents;
    totals.charged += more.charged;
    totals.doubleCharged += doubled;
    totals.lost += lost;
    totals.broken += broken.length;
    totals[idempotent ? "unknown" : "unknownForeign"] += unknown;
    if (doubled + lost + broken.length > 0 || (idempotent && unknown > 0))
      say(`kill loop failed with seed ${seed}: ${JSON.stringify({ doubled, lost, unknown, broken })}`);
  });
}

/**
 * Two processes buy the same things for the same owners on one database: one is killed at a named point, one or both at
 * any moment, in every second round together with the database. What the others left is recovered by whoever lives.
 */
export interface WebKillTotals extends ComparedBooks {
  readonly rounds: number;
  readonly kills: number;
  readonly databaseCrashes: number;
  readonly looks: number;
  readonly acknowledged: number;
}

/** A lease is over after a second and a half. */
const speed = 20;
const limit = 12;
const limited = "bob with a limit";
const owners = ["ann", limited];
const firstWithinMs = 90_000;
const playMaxMs = 3_000;

interface WebKillOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly idempotent: boolean;
  say(line: string): void;
}

export function webKillLoop(
  /** Of an empty database on the server. */
  { server, database }: { readonly server: PostgresServer; readonly database: string },
  { rounds, seed, idempotent, say }: WebKillOptions,
): Promise<WebKillTotals> {
  const random = new SeededRandom(seed);
  return withService({ random, idempotent, delayMaxMs: 30 }, async (service, folder) => {
    const store = new PostgresStore(database);
    const broken: string[] = [];
    const webs = new Webs({ database, folder, upstream: service.url, seed }, random, broken);
    const counts = { rounds, databaseCrashes: 0, looks: 0 };
    try {
      await store.start();
      await purchaseStore(store).budget.saveBudget(limited, { daily_cap: null, monthly_cap: limit, confirm_at: 4 });
      let survivor: ChildProcess | undefined;
      for (let round = 0; round < rounds; round++) {
        const market = String(round);
        const first = await webs.start(market, random.pick(crashPoints));
        survivor ??= await webs.start(market, null);
        await webs.more(round === 0 ? survivor : first, 2 + random.below(5));
        if (round % 2 === 1) {
          await server.crash();
          counts.databaseCrashes += 1;
        }
        await webs.more(first, 1 + random.below(4));
        await webs.kill(first);
        if (random.happens(0.6)) {
          await webs.kill(survivor);
          survivor = undefined;
        }
        broken.push(...(await look(store)));
        counts.looks += 1;
        if (round % 10 === 9) say(`${round + 1} of ${rounds} rounds, ${webs.confirmed.size} purchases acknowledged`);
      }
      if (survivor !== undefined) await webs.kill(survivor);
      await webs.start(null, null);
      await settled(store);
      const books = await compareBooks({ store, service, folder, idempotent, limits: { [limited]: limit } });
      const stored = await store.prepare<[], { purchase_id: string }>("select purchase_id from purchases").all();
      const ids = new Set(stored.map((each) => each.purchase_id));
      for (const id of webs.confirmed) if (!ids.has(id)) broken.push(`${id} was acknowledged and is not stored`);
      broken.push(...books.broken);
      return { ...books, ...counts, kills: webs.kills, acknowledged: webs.confirmed.size, broken };
    } finally {
      webs.end();
      await store.close();
    }
  });
}

type Place = Pick<WebTask, "database" | "folder" | "upstream" | "seed">;

/** The processes of the web app, and the purchases that they acknowledged. */
class Webs {
  readonly confirmed = new Set<string>();
  kills = 0;
  readonly #place: Place;
  readonly #random: SeededRandom;
  readonly #broken: string[];
  readonly #clock = { startMs: Date.UTC(2026, 10, 10), sinceMs: Date.now() };
  readonly #started: ChildProcess[] = [];

  constructor(place: Place, random: SeededRandom, broken: string[]) {
    this.#place = place;
    this.#random = random;
    this.#broken = broken;
  }

  async start(market: string | null, killAt: WebTask["killAt"]): Promise<ChildProcess> {
    const seed = this.#place.seed * 1_000 + this.#started.length;
    const passes = this.#random.below(3);
    const life = startLife({ ...this.#place, seed, owners, speed, clock: this.#clock, market, killAt, passes }, (id) =>
      this.confirmed.add(id),
    );
    this.#started.push(life.child);
    void life.ended.then(({ code, signal }) => {
      if (signal !== "SIGKILL") this.#broken.push(`a process ended by itself with ${code ?? signal}: ${life.said()}`);
    });
    await Promise.race([life.ready, life.ended]);
    return life.child;
  }

  /** Until so many more purchases were acknowledged, or the process has killed itself. */
  async more(child: ChildProcess, count: number): Promise<void> {
    const wanted = this.confirmed.size + count;
    // At first until something is bought, however busy the machine is; later everything may be owned.
    const endMs = Date.now() + (this.confirmed.size === 0 ? firstWithinMs : playMaxMs);
    while (this.confirmed.size < wanted && Date.now() < endMs && child.signalCode === null) await delay(5);
    await delay(this.#random.below(60));
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "close");
    }
    this.kills += 1;
  }

  end(): void {
    for (const child of this.#started) child.kill("SIGKILL");
  }
}

function startLife(task: WebTask, confirmed: (id: string) => void = () => undefined) {
  const file = path.join(import.meta.dirname, "soak-web.ts");
  const child = spawn(process.execPath, [file, JSON.stringify(task)], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said = (said + String(chunk)).slice(-2_000)));
  const lines = createInterface(child.stdout);
  const ready = once(lines, "line");
  lines.on("line", (line) => {
    if (line.startsWith("confirmed ")) confirmed(line.slice("confirmed ".length));
  });
  // Not "exit", since its last output may not have arrived by then.
  const ended = once(child, "close").then(([code, signal]: (number | string | null)[]) => ({ code, signal }));
  return { child, ready, ended, said: () => said };
}

/** One that loses an answer now and then, and a folder for the app's side. */
async function withService<T>(
  { random, idempotent, delayMaxMs }: { random: SeededRandom; idempotent: boolean; delayMaxMs: number },
  work: (service: SoakService, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-soak-"));
  const service = await startService({
    idempotent,
    delayMs: () => random.below(delayMaxMs),
    losesAnswer: () => random.happens(0.1),
  });
  try {
    return await work(service, folder);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
