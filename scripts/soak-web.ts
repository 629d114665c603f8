import path from "node:path";
import { z } from "zod";
import { Texts } from "../lib/kit/long-texts/texts.ts";
import { renewEveryMs } from "../lib/kit/process/leases.ts";
import { fileBodies } from "../lib/spending/adapters/file-bodies.ts";
import { freeReads, paidUpstream } from "../lib/spending/adapters/paid-service.ts";
import { purchaseStore } from "../lib/spending/adapters/purchase-store.ts";
import { systemRandomSource } from "../lib/spending/adapters/system-clock.ts";
import { PurchaseService } from "../lib/spending/engine/purchase-service.ts";
import { bodyBytesMax } from "../lib/spending/kinds/purchasables.ts";
import { type AgentSpender, type Clock, crashPoints, type Spender, type SpendingDeps } from "../lib/spending/ports.ts";
import { lineKey } from "../lib/spending/pricing/actions.ts";
import { approvePlan, makeAgents } from "../lib/spending/simulation/agents.ts";
import { SeededRandom } from "../lib/spending/simulation/environment.ts";
import { originalId, pageCount, sectionIds } from "../lib/spending/simulation/sample-document.ts";
import type { PurchaseAction, SinglePurchase } from "../lib/spending/wire.ts";
import { openStore } from "../lib/store/database.ts";
import { PostgresStore } from "../lib/store/postgres/postgres-store.ts";
import { Service } from "../lib/upstream/service.ts";
import { settled } from "./soak-books.ts";

/**
 * A process of the web app that kills itself at a named point: alone on a disk, where it buys for a while and ends, or
 * one of several on a database, where it recovers what others left and buys until it is killed. All of it is real but
 * for its clock. Prints `confirmed ID` for each purchase that it has acknowledged.
 */
const Task = z.object({
  /** Null: SQLite in the folder. */
  database: z.string().nullable(),
  /** Of the bodies, which all processes of a database share. */
  folder: z.string(),
  upstream: z.string(),
  seed: z.int(),
  /** Names the documents: processes of one market want the same ones. Null: buys nothing. */
  market: z.string().nullable(),
  owners: z.array(z.string()),
  killAt: z.enum(crashPoints).nullable(),
  /** How often the point is passed before it kills. */
  passes: z.int(),
  /** How much faster time passes. */
  speed: z.number().positive(),
  /** The clock's time at a moment of the machine's, so that the clocks of several processes agree. */
  clock: z.object({ startMs: z.number(), sinceMs: z.number() }),
});
export type WebTask = z.infer<typeof Task>;
const task = Task.parse(JSON.parse(process.argv[2] ?? "null"));
const isAlone = task.database === null;

const deps = realDeps();
const store = task.database === null ? openStore(path.join(task.folder, "web.db")) : new PostgresStore(task.database);
const rows = purchaseStore(store);
const purchaseService = new PurchaseService(deps, rows);
const { runner } = purchaseService;
const agents = isAlone ? await agentsOfDisk(task.owners[0] ?? "") : [];
await runner.recover({ isAlone });
process.stdout.write("ready\n");

const { market } = task;
if (isAlone) {
  if (market === null) await settled(store);
  else
    for (let round = 0; round < 4; round++)
      await crowd(task.owners[0] ?? "", new SeededRandom(task.seed + round), market);
  await store.close();
  process.exit(0);
}
setInterval(() => void renewAndRecover(), renewEveryMs / task.speed);
if (market !== null)
  await Promise.all(
    task.owners.map(async (owner, at) => {
      const random = new SeededRandom(task.seed + at);
      for (;;) {
        await crowd(owner, random, market);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }),
  );

async function renewAndRecover(): Promise<void> {
  try {
    await runner.renew();
    await runner.recover({ isAlone });
  } catch {
    // A database that is away comes back.
  }
}

/** The owner's programs: the same token and tasks in each life, since their limits hold over all of them. */
async function agentsOfDisk(owner: string): Promise<readonly AgentSpender[]> {
  const tasks = await rows.agents.tasks(owner, 10);
  if (tasks.length > 0) return tasks.map((each) => ({ tokenId: each.token_id, taskId: each.task_id }));
  return store.atomically(() =>
    makeAgents(store, rows, { owner, random: new SeededRandom(task.seed), nowMs: deps.clock.nowMs() }),
  );
}

/** A few people, or programs, of one owner at once. */
async function crowd(ownerId: string, random: SeededRandom, from: string): Promise<void> {
  const people = Array.from({ length: 1 + random.below(3) }, () => {
    const who: Spender = { ownerId, upstream: task.upstream, keyId: `key of ${ownerId}`, key: `hk_of_${ownerId}` };
    const agent = agents.length > 0 && random.happens(0.4) ? random.pick(agents) : undefined;
    return agent === undefined ? buy(who, pickAction(random, from)) : buy({ ...who, agent }, pickLine(random, from));
  });
  await Promise.allSettled(people);
}

async function buy(who: Spender, wanted: PurchaseAction): Promise<void> {
  const quote = await purchaseService.quote(who, wanted);
  if (quote.blocker !== null || (quote.owned && !isAlone)) return;
  const { action } = quote;
  if (who.agent !== undefined && action.kind !== "basket" && quote.needs_confirmation)
    await approvePlan(deps, rows, who, { action, most: quote.price.max });
  const request = { token: quote.token, max_credits: quote.price.max };
  const both = await Promise.allSettled([purchaseService.confirm(who, request), purchaseService.confirm(who, request)]);
  for (const each of both) if (each.status === "fulfilled") process.stdout.write(`confirmed ${each.value}\n`);
}

/** Every second time a basket, which may be killed between its lines or inside one. */
function pickAction(random: SeededRandom, from: string): PurchaseAction {
  if (random.happens(0.5)) return pickLine(random, from);
  const lines = Array.from({ length: 2 + random.below(3) }, () => pickLine(random, from));
  return { kind: "basket", lines: [...new Map(lines.map((line) => [lineKey(line), line])).values()] };
}

function pickLine(random: SeededRandom, from: string): SinglePurchase {
  const document_id = `D${from}-${random.below(2)}`;
  switch (random.below(5)) {
    case 0:
      return { kind: "content", document_id };
    case 1:
      return { kind: "sections", document_id, sections: [random.pick(sectionIds), random.pick(sectionIds)] };
    case 2:
      return { kind: "original", document_id, original_id: originalId };
    case 3:
      return { kind: "search_documents", input: { query: `q${from}` } };
    default:
      return { kind: "pages", document_id, pages: Array.from({ length: pageCount }, (_, at) => at + 1) };
  }
}

function realDeps(): SpendingDeps {
  const { folder, seed, killAt } = task;
  let passesLeft = task.passes;
  const reach = (point: (typeof crashPoints)[number]): void => {
    if (point !== killAt || passesLeft-- > 0) return;
    process.kill(process.pid, "SIGKILL");
  };
  const service = new Service({ settings: { apiAuthorization: "Bearer {key}", apiTimeoutMs: 15_000 } });
  const paid = paidUpstream(service);
  return {
    clock: fastClock(),
    chance: systemRandomSource,
    upstream: {
      send(call, signal) {
        const sending = paid.send(call, signal);
        // "After dispatch" means after the bytes were sent, which is a little later than the call.
        if (killAt === "after-dispatch") setTimeout(() => reach("after-dispatch"), 1 + (seed % 7));
        return sending;
      },
    },
    reads: freeReads(service),
    bodies: fileBodies(path.join(folder, "bodies"), { isShared: !isAlone }),
    texts: new Texts(),
    bodyBytesMax,
    runner: `process ${process.pid} of ${seed}`,
    serverKey: Buffer.from("the server key of the kill loop"),
    sealKey: (spender) => spender.key,
    unsealKey: (sealed) => sealed,
    pauseMs: () => 0,
    notePause: () => undefined,
    reach: (point) => {
      if (point !== "after-dispatch") reach(point);
    },
    report: () => undefined,
  };
}

/** Unlike the app's, these timers let the process live on, so that a run ends when its work is done. */
function fastClock(): Clock {
  const { speed, clock } = task;
  const aheadMs = clock.startMs + (Date.now() - clock.sinceMs) * speed - performance.now() * speed;
  return {
    nowMs: () => Math.floor(aheadMs + performance.now() * speed),
    monotonicMs: () => performance.now() * speed,
    timer(ms) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const handle = setTimeout(resolve, Math.min(ms / speed, 2 ** 31 - 1));
      return {
        done: promise,
        cancel() {
          clearTimeout(handle);
          resolve();
        },
      };
    },
  };
}
