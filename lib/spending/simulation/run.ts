import type { Store } from "../../store/database.ts";
import { purchaseView } from "../library/purchase-views.ts";
import { type AgentSpender, crashPoints, type Spender } from "../ports.ts";
import { lineKey } from "../pricing/actions.ts";
import { PurchaseProblem } from "../problems.ts";
import type { PurchaseAction, Quote, SinglePurchase } from "../wire.ts";
import { approvePlan, confirmAt, makeAgents } from "./agents.ts";
import { type SimApp, simSpender, startApp } from "./app.ts";
import { drive, passTime, SeededRandom, SimClock, SimDisk } from "./environment.ts";
import { type Findings, inspect } from "./inspect.ts";
import { originalId, pageCount, sectionIds } from "./sample-document.ts";
import { anyService, FreeCallError, SimService } from "./service.ts";

/** Simulates one history from one seed: people buy, faults happen, the faults stop, and both ledgers are compared. */
export interface RunResult extends Findings {
  readonly seed: number;
  readonly idempotent: boolean;
  readonly faults: number;
  readonly crashes: number;
}

const simulationStartMs = Date.UTC(2026, 10, 21, 1, 0, 0);
/** The faults that leave a request without an answer. */
const unansweredFaults = [
  "stall before charge",
  "stall after charge",
  "reset before charge",
  "reset after charge",
] as const;
/** Longer than the longest pause that the app accepts from a service. */
const settlingMs = 30 * 3_600_000;

export async function simulate(store: Store, seed: number): Promise<RunResult> {
  const random = new SeededRandom(seed);
  const clock = new SimClock(simulationStartMs);
  const disk = new SimDisk();
  const options = anyService(random);
  const { idempotent } = options;
  const service = new SimService(clock, random, options);
  // Simulations share a store, as owners do; each has its own service address, which keeps their keys apart.
  const upstream = `http://service-${seed}`;
  const history = new History(store, { clock, random, disk, service, store }, upstream);
  await history.begin();
  await history.play();
  service.faultRate = 0;
  disk.freeBytes = 1e12;
  await history.comeAlive();
  let open = 0;
  // A purchase may be confirmed until now: those open before must have ended now, later ones by the next check.
  for (let round = 0; round < 2; round++) {
    const before = new Set(await history.openIntents());
    await passTime(clock, 130_000);
    open += (await history.openIntents()).filter((each) => before.has(each)).length;
  }
  await history.restart();
  await passTime(clock, settlingMs);
  const findings = await inspect({ ...history.evidence(), disk, service, idempotent, openAfterTwoMinutes: open });
  await history.end();
  return { seed, idempotent, faults: service.faultsSeen.length, crashes: history.crashes, ...findings };
}

class History {
  readonly #store: Store;
  readonly #parts: Parameters<typeof startApp>[0];
  readonly #upstream: string;
  readonly #owners: readonly string[];
  readonly #caps = new Map<string, number>();
  readonly #agents = new Map<string, readonly AgentSpender[]>();
  readonly #cutOff = new Set<string>();
  #app: SimApp;
  crashes = 0;

  constructor(store: Store, parts: Parameters<typeof startApp>[0], upstream: string) {
    this.#store = store;
    this.#parts = parts;
    this.#upstream = upstream;
    this.#app = startApp(parts);
    this.#owners = [`owner a of ${upstream}`, `owner b of ${upstream}`];
  }

  /** Gives some owners programs and caps. */
  async begin(): Promise<void> {
    const { random, clock } = this.#parts;
    for (const owner of this.#owners) {
      if (random.happens(0.5)) {
        const made = { owner, random, nowMs: clock.nowMs() };
        this.#agents.set(owner, await makeAgents(this.#store, this.#app.rows, made));
      }
      if (!random.happens(0.3)) continue;
      const cap = random.below(14);
      this.#caps.set(owner, cap);
      await this.#app.rows.budget.saveBudget(owner, { daily_cap: null, monthly_cap: cap, confirm_at: confirmAt });
    }
  }

  async play(): Promise<void> {
    const { random, disk } = this.#parts;
    const rounds = 1 + random.below(4);
    for (let round = 0; round < rounds; round++) {
      if (random.happens(0.25)) this.#app.killAt(random.pick(crashPoints));
      disk.freeBytes = random.happens(0.03) ? 1_000 : 1e12;
      const crowd = random.happens(0.2);
      const people = crowd
        ? this.#crowd()
        : Array.from({ length: 1 + random.below(3) }, () => this.#person(random.below(300)));
      if (random.happens(0.2)) people.push(...this.#program());
      await this.#live(Promise.allSettled(people), crowd ? 200_000 : random.pick([3_000, 60_000, 200_000]));
      if (!this.#app.isAlive()) await this.restart();
      if (random.happens(0.1)) await this.restart();
    }
  }

  /** An error of the app or of the simulation itself, which is no simulated fault, fails the history. */
  async #live(people: Promise<PromiseSettledResult<void>[]>, maxMs: number): Promise<void> {
    const { clock } = this.#parts;
    let failure: unknown;
    void people.then((all) => {
      failure = all.find((each) => each.status === "rejected")?.reason;
    });
    await drive(clock, people, maxMs);
    if (failure !== undefined && this.#app.isAlive()) throw failure;
  }

  /** Several purchases with one key at once: the first gets no answer, and the others wait for it. */
  #crowd(): Promise<void>[] {
    const { random, service } = this.#parts;
    service.injectFault(random.pick(unansweredFaults));
    const owner = this.#owners[0];
    return Array.from({ length: 3 + random.below(3) }, (_, place) =>
      this.#person(place === 0 ? 0 : random.below(40_000), owner),
    );
  }

  /** A program that buys in parts so small that none reaches the owner's threshold. */
  #program(): Promise<void>[] {
    const { random } = this.#parts;
    const [owner = "", agents = []] = [...this.#agents][0] ?? [];
    if (agents.length === 0) return [];
    const spender = { ...simSpender(owner, this.#upstream), agent: random.pick(agents) };
    return Array.from({ length: pageCount }, (_, at) =>
      this.#buy(
        spender,
        { kind: "pages", document_id: random.pick(["D1", "D2"]), pages: [at + 1] },
        random.below(60_000),
      ),
    );
  }

  /** Simulates a user: asks for a quote, confirms it once or twice, and may disconnect at any time. */
  async #person(afterMs: number, who?: string): Promise<void> {
    const { random } = this.#parts;
    const owner = who ?? (random.happens(0.7) ? this.#owners[0] : this.#owners[1]);
    const spender = this.#spender(owner ?? "");
    // Programs buy things one by one.
    const action = spender.agent === undefined ? this.#pickAction() : this.#pickLine();
    await this.#buy(spender, action, afterMs);
  }

  async #buy(spender: Spender, action: PurchaseAction, afterMs: number): Promise<void> {
    const { random, clock } = this.#parts;
    const app = this.#app;
    const stops = action.kind === "basket" && random.happens(0.3);
    await clock.timer(afterMs).done;
    const quote = await app.purchaseService.quote(spender, action).catch((error: unknown) => {
      if (isExpected(error) || !app.isAlive()) return undefined;
      throw error;
    });
    if (quote === undefined) return;
    if (quote.blocker !== null) return;
    const quoted = quote.action;
    if (quoted.kind !== "basket" && quote.needs_confirmation && random.happens(0.6) && app.isAlive()) {
      await approvePlan(app.deps, app.rows, spender, { action: quoted, most: quote.price.max });
    }
    await clock.timer(random.pick([0, 50, 2_000, 400_000])).done;
    if (random.happens(0.1)) return this.#leaveAndComeBack(app, spender, quote);
    const clicks = random.happens(0.3) ? 2 : 1;
    const confirmed = await Promise.allSettled(
      Array.from({ length: clicks }, () => this.#confirm(app, spender, quote, stops)),
    );
    for (const each of confirmed) {
      if (each.status === "rejected" && !isExpected(each.reason) && app.isAlive()) throw each.reason;
    }
  }

  /** A browser that gives up its confirmation and soon asks for the same anew: the first goes on without it. */
  async #leaveAndComeBack(app: SimApp, spender: Spender, quote: Quote): Promise<void> {
    const { random, clock } = this.#parts;
    const left = this.#confirm(app, spender, quote, false);
    const back = async (): Promise<void> => {
      await clock.timer(random.below(2_000)).done;
      const again = await app.purchaseService.quote(spender, quote.action);
      if (again.blocker === null) await this.#confirm(app, spender, again, false);
    };
    for (const each of await Promise.allSettled([left, back()])) {
      if (each.status === "rejected" && !isExpected(each.reason) && app.isAlive()) throw each.reason;
    }
  }

  /** A person, or one of the owner's programs outside or within a task. */
  #spender(owner: string): Spender {
    const { random } = this.#parts;
    const person = simSpender(owner, this.#upstream);
    const agents = this.#agents.get(owner) ?? [];
    return agents.length > 0 && random.happens(0.6) ? { ...person, agent: random.pick(agents) } : person;
  }

  async #confirm(app: SimApp, spender: Spender, quote: Quote, stops: boolean): Promise<void> {
    const id = await app.purchaseService.confirm(spender, { token: quote.token, max_credits: quote.price.max });
    if (stops) await app.purchaseService.runner.baskets.stop(spender.ownerId, id);
    await purchaseView(app.deps, app.rows, spender, id);
  }

  #pickAction(): PurchaseAction {
    const { random } = this.#parts;
    if (!random.happens(0.25)) return this.#pickLine();
    const lines = Array.from({ length: 1 + random.below(5) }, () => withoutEpoch(this.#pickLine()));
    return { kind: "basket", lines: [...new Map(lines.map((line) => [lineKey(line), line])).values()] };
  }

  #pickLine(): SinglePurchase {
    const { random } = this.#parts;
    const document_id = random.pick(["D1", "D1", "D2"]);
    const again = random.happens(0.15) ? ({ epoch: "again" } as const) : {};
    switch (random.below(7)) {
      case 0:
        return { kind: "content", document_id };
      case 1:
      case 2:
        return { kind: "sections", document_id, sections: this.#some(sectionIds) };
      case 3:
      case 4:
        return {
          kind: "pages",
          document_id,
          pages: this.#some(Array.from({ length: pageCount }, (_, at) => at + 1)),
          ...again,
        };
      case 5:
        return { kind: "original", document_id, original_id: originalId, ...again };
      default:
        return { kind: "search_documents", input: { query: random.pick(["売上", "リスク"]) }, ...again };
    }
  }

  #some<T>(list: readonly T[]): T[] {
    const some = list.filter(() => this.#parts.random.happens(0.4));
    return some.length > 0 ? some : list.slice(0, 1);
  }

  /** From here on no process is killed. */
  async comeAlive(): Promise<void> {
    this.#app.killAt(undefined);
    if (!this.#app.isAlive()) await this.restart();
  }

  async restart(): Promise<void> {
    this.crashes += this.#app.isAlive() ? 0 : 1;
    for (const key of await this.#sentKeys()) this.#cutOff.add(key);
    this.#app.kill();
    this.#app = startApp(this.#parts);
    await this.#app.purchaseService.runner.recover({ isAlone: true });
  }

  /** Requests in progress when a process was killed, whose answers were lost. */
  async #sentKeys(): Promise<string[]> {
    const rows = await this.#store
      .prepare<[string], { idempotency_key: string }>(
        "select idempotency_key from intents where upstream = ? and state = 'sent'",
      )
      .all(this.#upstream);
    return rows.map((row) => row.idempotency_key);
  }

  /** The intents that have not ended and are not shown as unknown, without those that wait for their turn in a basket. */
  async openIntents(): Promise<string[]> {
    const rows = await this.#store
      .prepare<[string], { intent_id: string }>(
        `select intent_id from intents where upstream = ? and (state = 'sent' or (state = 'intent' and not exists
           (select 1 from purchase_intents join basket_runs using (purchase_id)
            where purchase_intents.intent_id = intents.intent_id and ended_at is null)))`,
      )
      .all(this.#upstream);
    return rows.map((row) => row.intent_id);
  }

  evidence() {
    return { store: this.#store, upstream: this.#upstream, caps: this.#caps, app: this.#app, cutOff: this.#cutOff };
  }

  /** Ends all open intents, since the next history uses the same store. */
  async end(): Promise<void> {
    this.#app.kill();
    await this.#store
      .prepare(
        "update intents set settle_at = null, state = case when state in ('intent', 'sent') then 'failed' else state end where upstream = ?",
      )
      .run(this.#upstream);
    await this.#store
      .prepare("update basket_runs set ended_at = 0 where upstream = ? and ended_at is null")
      .run(this.#upstream);
  }
}

function withoutEpoch(line: SinglePurchase): SinglePurchase {
  const { epoch: _, ...once } = line;
  return once;
}

function isExpected(error: unknown): boolean {
  return error instanceof PurchaseProblem || error instanceof FreeCallError;
}
