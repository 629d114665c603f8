import path from "node:path";
import { z } from "zod";
import { purchaseStore } from "../lib/spending/adapters/purchase-store.ts";
import { PurchaseService } from "../lib/spending/engine/purchase-service.ts";
import { type AgentSpender, crashPoints, type Spender } from "../lib/spending/ports.ts";
import { approvePlan, makeAgents } from "../lib/spending/simulation/agents.ts";
import { SeededRandom } from "../lib/spending/simulation/environment.ts";
import { openStore } from "../lib/store/database.ts";
import { killedDeps } from "./soak-process.ts";
import { fastClock, pickAction, pickLine } from "./soak-shopper.ts";

/** One run of the app in the kill test: recovers, buys, and is killed at a named point. */
const ChildTask = z.object({
  folder: z.string(),
  upstream: z.string(),
  seed: z.int(),
  /** Null: only recovers and reports it. */
  killAt: z.enum(crashPoints).nullable(),
  /** How often the point is passed before it kills. */
  passes: z.int(),
  /** How much faster time passes, since a service without idempotency makes a purchase wait for a minute at a time. */
  speed: z.number().positive(),
});
const task = ChildTask.parse(JSON.parse(process.argv[2] ?? "null"));

const sinceMs = Date.now();
const clock = fastClock(task.speed, { startMs: sinceMs, sinceMs });

const deps = killedDeps({ ...task, clock, runner: `process ${process.pid}`, isShared: false });

const store = openStore(path.join(task.folder, "web.db"));
const rows = purchaseStore(store);
const purchaseService = new PurchaseService(deps, rows);
const spender: Spender = { ownerId: "owner", upstream: task.upstream, keyId: "key", key: "hk_of_the_kill_loop" };
const agents = await agentsOfDisk();
await purchaseService.runner.recover({ isAlone: true });

if (task.killAt === null) await recovered();
else await buy(new SeededRandom(task.seed));
await store.close();
process.stdout.write("lived\n");
process.exit(0);

/** The owner's programs: the same token and tasks in each life, since their limits hold over all of them. */
async function agentsOfDisk(): Promise<readonly AgentSpender[]> {
  const { ownerId } = spender;
  const tasks = await rows.agents.tasks(ownerId, 10);
  if (tasks.length > 0) return tasks.map((each) => ({ tokenId: each.token_id, taskId: each.task_id }));
  return store.atomically(() =>
    makeAgents(store, rows, { owner: ownerId, random: new SeededRandom(task.seed), nowMs: clock.nowMs() }),
  );
}

/** Until each purchase has an outcome, or an unknown one that is no longer settled. */
async function recovered(): Promise<void> {
  while ((await rows.purchases.unsettled()).length > 0) await clock.timer(100).done;
}

async function buy(random: SeededRandom): Promise<void> {
  const market = String(task.seed);
  for (let round = 0; round < 4; round++) {
    const people = Array.from({ length: 1 + random.below(3) }, async () => {
      const agent = random.happens(0.4) ? random.pick(agents) : undefined;
      const who: Spender = agent === undefined ? spender : { ...spender, agent };
      // Programs buy things one by one.
      const quote = await purchaseService.quote(
        who,
        agent === undefined ? pickAction(random, market) : pickLine(random, market),
      );
      const request = { token: quote.token, max_credits: quote.price.max };
      if (quote.blocker !== null) return;
      const { action } = quote;
      if (action.kind !== "basket" && quote.needs_confirmation) {
        await approvePlan(deps, rows, who, { action, most: quote.price.max });
      }
      await Promise.all([purchaseService.confirm(who, request), purchaseService.confirm(who, request)]);
    });
    await Promise.allSettled(people);
  }
}
