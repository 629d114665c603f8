import type { PurchaseService } from "../../../spending/engine/purchase-service.ts";
import { crashPoints } from "../../../spending/ports.ts";
import { z } from "zod";
import type { AgentCall } from "../../../spending/programs/agent-call.ts";
import { ToolRefusal } from "../../../spending/programs/refusal.ts";
import { PurchaseProblem } from "../../../spending/problems.ts";
import { confirmAt } from "../../../spending/simulation/agents.ts";
import { type SimApp, type SimParts, simSpender, startApp } from "../../../spending/simulation/app.ts";
import { drive, passTime, SeededRandom, SimClock, SimDisk } from "../../../spending/simulation/environment.ts";
import { type Findings, inspect } from "../../../spending/simulation/inspect.ts";
import { anyService, FreeCallError, SimService } from "../../../spending/simulation/service.ts";
import { type AgentTokenRow, addAgentToken } from "../../../store/agent-tokens.ts";
import type { Store } from "../../../store/database.ts";
import { Service } from "../../../upstream/service.ts";
import { checkDraft } from "../check-draft.ts";
import { draftOfText } from "../draft-of-text.ts";
import { simulatedChecks, simulatedFinds } from "./sample-checks.ts";
import { checkTool } from "../tool.ts";

/**
 * Simulates one history of drafts from one seed: people confirm the plans of their checks or stop them, programs check
 * within their credits, the service fails, processes are killed at any point. Then both ledgers are compared.
 */
export interface ChecksResult extends Findings {
  readonly seed: number;
  /** Plans that were confirmed. */
  readonly runs: number;
  readonly faults: number;
  readonly crashes: number;
  /** Runs that were charged more than was confirmed or allowed for them. */
  readonly overLimit: number;
  /** Programs that were told less than they were charged. */
  readonly untold: number;
  readonly open: number;
}

const startMs = Date.UTC(2026, 10, 21, 1, 0, 0);
const settlingMs = 30 * 3_600_000;
const drafts = [
  "海鳴精機の2026年3月期の売上高は12,345百万円だった。",
  "海鳴精機の2026年3月期の売上高は12,345百万円、従業員数は1,234人、設備投資額は567百万円だった。",
  "海鳴精機の2026年3月期の設備投資額は567百万円だった。",
] as const;

/** What the tool says of its purchase. */
const Purchase = z.object({
  done: z.boolean(),
  missing: z.array(z.object({ may_have_charged: z.int().default(0) })),
});

/** The free calls are the simulated ones. */
const noService = new Service({ settings: { apiAuthorization: "Bearer {key}", apiTimeoutMs: 1 } });

interface Run {
  readonly purchaseId: string;
  readonly most: number;
  /** The credits that a program was told of, once it was told that the run has ended. */
  told?: number;
}

/** For `npm run soak`, which adds them up. */
export async function soakHistory(store: Store, seed: number) {
  const { runs, faults, charged, doubleCharged, lost, ...rest } = await simulateChecks(store, seed);
  const broken = rest.overLimit + rest.untold + rest.open + rest.broken.length;
  return { checks: runs, faults, charged, doubleCharged, lost, broken };
}

export async function simulateChecks(store: Store, seed: number): Promise<ChecksResult> {
  const random = new SeededRandom(seed);
  const clock = new SimClock(startMs);
  const options = anyService(random);
  const original = random.happens(0.5) ? { original: { media_type: "application/zip" } } : {};
  const service = new SimService(clock, random, { ...options, ...original });
  const disk = new SimDisk();
  const history = new CheckHistory({ clock, random, disk, service, store }, `http://checks-${seed}`);
  await history.begin();
  await history.play();
  service.faultRate = 0;
  await history.restart();
  await passTime(clock, settlingMs);
  const found = await history.compare(options.idempotent);
  await history.end();
  return { seed, faults: service.faultsSeen.length, ...found };
}

class CheckHistory {
  readonly #parts: SimParts;
  readonly #upstream: string;
  readonly #runs: Run[] = [];
  readonly #cutOff = new Set<string>();
  readonly #caps = new Map<string, number>();
  #token!: AgentTokenRow;
  #app: SimApp;
  #crashes = 0;

  constructor(parts: SimParts, upstream: string) {
    this.#parts = parts;
    this.#upstream = upstream;
    this.#app = startApp(parts);
  }

  get #owner(): string {
    return `owner of ${this.#upstream}`;
  }

  async begin(): Promise<void> {
    const { random, clock, store } = this.#parts;
    this.#token = {
      token_id: `token of ${this.#owner}`,
      owner_id: this.#owner,
      token_hash: this.#owner,
      name: "program",
      scope: "spend",
      daily_cap: 20,
      total_cap: random.below(20),
      created_at: clock.nowMs(),
      expires_at: clock.nowMs() + 365 * 24 * 3_600_000,
      used_at: null,
      revoked_at: null,
    };
    await addAgentToken(store, this.#token);
    const monthly_cap = random.happens(0.3) ? random.below(14) : null;
    if (monthly_cap !== null) this.#caps.set(this.#owner, monthly_cap);
    await this.#app.rows.budget.saveBudget(this.#owner, { daily_cap: null, monthly_cap, confirm_at: confirmAt });
  }

  async play(): Promise<void> {
    const { random, clock } = this.#parts;
    for (let round = 2 + random.below(4); round > 0; round--) {
      if (random.happens(0.4)) this.#app.killAt(random.pick(crashPoints));
      const all = Promise.allSettled(
        Array.from({ length: 1 + random.below(3) }, async () => {
          await clock.timer(random.below(3_000)).done;
          await (random.happens(0.5) ? this.#person(this.#app) : this.#program(this.#app));
        }),
      );
      let failure: unknown;
      void all.then((ended) => {
        failure = ended.find((each) => each.status === "rejected")?.reason;
      });
      await drive(clock, all, random.pick([1_000, 60_000, 400_000]));
      if (failure !== undefined && this.#app.isAlive()) throw failure;
      if (!this.#app.isAlive() || random.happens(0.2)) await this.restart();
    }
  }

  /** As the page does: the total of the plan, one confirmation, a stop. */
  async #person(app: SimApp): Promise<void> {
    const { random, clock } = this.#parts;
    const spender = simSpender(this.#owner, this.#upstream);
    try {
      const draft = draftOfText(random.pick(drafts), "text");
      const { plan } = await checkDraft(simulatedChecks(app), spender, simulatedFinds(app, spender), draft);
      if (plan === null) return;
      const lines = plan.lines.map(({ action }) => action);
      const [line] = lines;
      const isOne = lines.length === 1 && line !== undefined && random.happens(0.5);
      const quote = await app.purchaseService.quote(spender, isOne ? line : { kind: "basket", lines });
      if (quote.blocker !== null || quote.owned) return;
      await clock.timer(random.pick([0, 50, 400_000])).done;
      const order = { token: quote.token, max_credits: quote.price.max };
      const ids = await Promise.all(
        Array.from({ length: random.happens(0.3) ? 2 : 1 }, () => app.purchaseService.confirm(spender, order)),
      );
      for (const purchaseId of new Set(ids)) this.#runs.push({ purchaseId, most: quote.price.max });
      if (random.happens(0.2)) await app.purchaseService.runner.baskets.stop(this.#owner, ids[0] ?? "");
    } catch (error) {
      if (app.isAlive() && !isExpected(error)) throw error;
    }
  }

  async #program(app: SimApp): Promise<void> {
    const { random } = this.#parts;
    const spender = simSpender(this.#owner, this.#upstream);
    const finds = () => simulatedFinds(app, spender);
    const tool = checkTool(() => ({ deps: simulatedChecks(app), finds }));
    const most = random.below(12);
    const runs: Run[] = [];
    const purchaseService = noting(app.purchaseService, (purchaseId) => void runs.push({ purchaseId, most }));
    const call: AgentCall = {
      ...{ purchaseService, rows: app.rows, deps: app.deps, token: this.#token },
      upstream: { service: noService, baseUrl: this.#upstream, key: spender.key, keyId: spender.keyId },
      baseUrl: this.#upstream,
      approvalUrl: (id) => `http://localhost/account/agents/${id}`,
    };
    try {
      const { facts, charged = 0 } = await tool.run(call, { text: random.pick(drafts), max_credits: most });
      if (runs.length === 0) return;
      const { done, missing } = Purchase.parse(facts["purchase"]);
      const told = missing.reduce((sum, { may_have_charged }) => sum + may_have_charged, charged);
      for (const run of runs) if (done) run.told = told;
    } catch (error) {
      if (app.isAlive() && !isExpected(error)) throw error;
    } finally {
      this.#runs.push(...runs);
    }
  }

  /** What was charged for requests that a run itself opened; what failed may have been opened anew by a later one. */
  async #chargedFor(purchaseId: string): Promise<number> {
    const { purchases } = this.#app.rows;
    const openedAt = (await purchases.purchase(purchaseId))?.created_at;
    const intents = (await purchases.intentsOf(purchaseId)).filter(({ opened_at }) => opened_at === openedAt);
    const keys = new Set(intents.map(({ idempotency_key }) => idempotency_key));
    return this.#parts.service.charges
      .filter(({ idempotencyKey }) => keys.has(idempotencyKey))
      .reduce((sum, { credits }) => sum + credits, 0);
  }

  async restart(): Promise<void> {
    this.#crashes += this.#app.isAlive() ? 0 : 1;
    const sent = this.#parts.store.prepare<[string], { idempotency_key: string }>(
      "select idempotency_key from intents where upstream = ? and state = 'sent'",
    );
    for (const { idempotency_key } of await sent.all(this.#upstream)) this.#cutOff.add(idempotency_key);
    this.#app.kill();
    this.#app = startApp(this.#parts);
    await this.#app.purchaseService.runner.recover({ isAlone: true });
  }

  async compare(idempotent: boolean): Promise<Omit<ChecksResult, "seed" | "faults">> {
    const { store, disk, service } = this.#parts;
    let [overLimit, untold, open] = [0, 0, 0];
    const toldAt = new Map<number, { told: number; readonly charged: number }>();
    for (const { purchaseId, most, told = Infinity } of this.#runs) {
      const charged = await this.#chargedFor(purchaseId);
      if (charged > most) overLimit += 1;
      // Of two that open one request in the same millisecond one is told the charge.
      const at = (await this.#app.rows.purchases.purchase(purchaseId))?.created_at ?? 0;
      toldAt.set(at, { charged, told: told + (toldAt.get(at)?.told ?? 0) });
      const intents = await this.#app.rows.purchases.intentsOf(purchaseId);
      if (intents.some(({ state }) => state === "intent" || state === "sent")) open += 1;
    }
    for (const { told, charged } of toldAt.values()) if (charged > told) untold += 1;
    const evidence = { store, upstream: this.#upstream, caps: this.#caps, app: this.#app, cutOff: this.#cutOff };
    const findings = await inspect({ ...evidence, disk, service, idempotent, openAfterTwoMinutes: 0 });
    return { ...findings, runs: this.#runs.length, crashes: this.#crashes, overLimit, untold, open };
  }

  /** Ends what is open, since the next history uses the same store. */
  async end(): Promise<void> {
    this.#app.kill();
    const { store } = this.#parts;
    await store
      .prepare(
        "update intents set settle_at = null, state = case when state in ('intent', 'sent') then 'failed' else state end where upstream = ?",
      )
      .run(this.#upstream);
    await store
      .prepare("update basket_runs set ended_at = 0 where upstream = ? and ended_at is null")
      .run(this.#upstream);
  }
}

/** The same purchases; each confirmed one is noted. */
function noting(service: PurchaseService, note: (purchaseId: string) => void): PurchaseService {
  return new Proxy(service, {
    get(target, name) {
      if (name === "confirm")
        return async (...args: Parameters<PurchaseService["confirm"]>) => {
          const purchaseId = await target.confirm(...args);
          note(purchaseId);
          return purchaseId;
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function isExpected(error: unknown): boolean {
  return error instanceof PurchaseProblem || error instanceof FreeCallError || error instanceof ToolRefusal;
}
