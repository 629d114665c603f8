import { z } from "zod";
import { renewEveryMs } from "../lib/kit/process/leases.ts";
import { purchaseStore } from "../lib/spending/adapters/purchase-store.ts";
import { PurchaseService } from "../lib/spending/engine/purchase-service.ts";
import { crashPoints, type Spender } from "../lib/spending/ports.ts";
import { SeededRandom } from "../lib/spending/simulation/environment.ts";
import { PostgresStore } from "../lib/store/postgres/postgres-store.ts";
import { killedDeps } from "./soak-process.ts";
import { fastClock, pickAction } from "./soak-shopper.ts";

/**
 * One of several processes of the web app on one database, until it is killed: it recovers what others left, renews
 * what it runs, and buys. Prints `confirmed ID` for each purchase that it has acknowledged.
 */
const Task = z.object({
  database: z.string(),
  /** Of the bodies, which all processes share. */
  folder: z.string(),
  upstream: z.string(),
  seed: z.int(),
  /** Names the documents: processes of one market want the same ones. Null: buys nothing. */
  market: z.string().nullable(),
  owners: z.array(z.string()),
  killAt: z.enum(crashPoints).nullable(),
  /** How often the point is passed before it kills. */
  passes: z.int(),
  speed: z.number().positive(),
  clock: z.object({ startMs: z.number(), sinceMs: z.number() }),
});
export type WebTask = z.infer<typeof Task>;
const task = Task.parse(JSON.parse(process.argv[2] ?? "null"));

const deps = killedDeps({
  ...task,
  clock: fastClock(task.speed, task.clock),
  runner: `process ${process.pid} of ${task.seed}`,
  isShared: true,
});
const store = new PostgresStore(task.database);
const rows = purchaseStore(store);
const purchaseService = new PurchaseService(deps, rows);
const { runner } = purchaseService;
await runner.recover({ isAlone: false });
process.stdout.write("ready\n");

setInterval(() => void renewAndRecover(), renewEveryMs / task.speed);

async function renewAndRecover(): Promise<void> {
  try {
    await runner.renew();
    await runner.recover({ isAlone: false });
  } catch {
    // A database that is away comes back.
  }
}

const { market } = task;
if (market !== null)
  await Promise.all(task.owners.map((owner, at) => shop(owner, new SeededRandom(task.seed + at), market)));

async function shop(owner: string, random: SeededRandom, from: string): Promise<void> {
  const who: Spender = { ownerId: owner, upstream: task.upstream, keyId: `key of ${owner}`, key: `hk_of_${owner}` };
  for (;;) {
    const people = Array.from({ length: 1 + random.below(2) }, () => buy(who, random, from));
    await Promise.allSettled(people);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function buy(who: Spender, random: SeededRandom, from: string): Promise<void> {
  const quote = await purchaseService.quote(who, pickAction(random, from));
  if (quote.blocker !== null || quote.owned) return;
  const request = { token: quote.token, max_credits: quote.price.max };
  const both = await Promise.allSettled([purchaseService.confirm(who, request), purchaseService.confirm(who, request)]);
  for (const each of both) if (each.status === "fulfilled") process.stdout.write(`confirmed ${each.value}\n`);
}
