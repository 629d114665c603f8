import { recordQuote } from "../../../evidence/receipts/issue.ts";
import { leaseMs } from "../../../kit/process/leases.ts";
import { crashPoints } from "../../../spending/ports.ts";
import { PurchaseProblem } from "../../../spending/problems.ts";
import { type SimApp, simSpender, startApp } from "../../../spending/simulation/app.ts";
import { drive, passTime, SeededRandom, SimClock, SimDisk } from "../../../spending/simulation/environment.ts";
import { sectionIds } from "../../../spending/simulation/sample-document.ts";
import { anyService, FreeCallError, SimService } from "../../../spending/simulation/service.ts";
import type { AnswerRow } from "../../../store/answers.ts";
import type { Store } from "../../../store/database.ts";
import { endLeftAnswers, planQuestion, startAnswer, stopAnswer } from "../answer-service.ts";
import { answerView } from "../answer-view.ts";
import type { AnswerDeps } from "../ports.ts";
import { sampleFinds } from "./sample-finds.ts";

/**
 * Simulates one history of budgeted answers from one seed: questions run at once, people buy the same sections beside
 * them, the service fails, processes are killed at any point. Then what the service charged is compared with the
 * budgets and with what the answers' records show.
 */
export interface AnswersResult {
  readonly seed: number;
  readonly runs: number;
  readonly faults: number;
  readonly crashes: number;
  readonly charged: number;
  /** Runs whose charges exceed the confirmed maximum. */
  readonly overBudget: number;
  /** Credits of answers' tasks that no line of their records shows. */
  readonly unlisted: number;
  /** Runs that never ended. */
  readonly open: number;
}

const startMs = Date.UTC(2026, 10, 21, 1, 0, 0);
const questions = [
  "海鳴精機の事業のリスクはどのようなものですか",
  "海鳴精機の売上高はいくらですか",
  "海鳴精機の沿革を教えてください",
  "リスク",
] as const;
/** How often proving a passage fails with an error of the app's own. */
const brokenShare = 0.3;
/** Longer than the longest pause that the app accepts from a service. */
const settlingMs = 30 * 3_600_000;

/** Ids follow from the seed, and histories of several kinds use one store. */
const soakSeeds = 1_000_000_000;

/** For `npm run soak`, which adds them up. */
export async function soakHistory(store: Store, seed: number) {
  const { runs, faults, charged, overBudget, unlisted, open } = await simulateAnswers(store, seed + soakSeeds);
  return { questions: runs, faults, charged, lost: unlisted, broken: overBudget + open };
}

export async function simulateAnswers(store: Store, seed: number): Promise<AnswersResult> {
  const random = new SeededRandom(seed);
  const clock = new SimClock(startMs);
  const disk = new SimDisk();
  const service = new SimService(clock, random, anyService(random));
  const history = new AnswerHistory(store, { clock, random, disk, service, store }, `http://answers-${seed}`);
  await history.begin();
  await history.play();
  service.faultRate = 0;
  await history.settle();
  const result = await history.compare();
  await history.end();
  return { seed, faults: service.faultsSeen.length + history.broken, crashes: history.crashes, ...result };
}

class AnswerHistory {
  readonly #store: Store;
  readonly #parts: Parameters<typeof startApp>[0];
  readonly #upstream: string;
  #app: SimApp;
  crashes = 0;
  /** Exceptions of the app's own, inside questions. */
  broken = 0;

  constructor(store: Store, parts: Parameters<typeof startApp>[0], upstream: string) {
    this.#store = store;
    this.#parts = parts;
    this.#upstream = upstream;
    this.#app = startApp(parts);
  }

  /** Some owners have caps. */
  async begin(): Promise<void> {
    const { random } = this.#parts;
    if (!random.happens(0.3)) return;
    const caps = { daily_cap: null, monthly_cap: random.below(14), confirm_at: random.pick([1, 4, 100]) };
    await this.#app.rows.budget.saveBudget(this.#owner, caps);
  }

  get #owner(): string {
    return `owner of ${this.#upstream}`;
  }

  async play(): Promise<void> {
    const { random, clock } = this.#parts;
    for (let round = 1 + random.below(3); round > 0; round--) {
      if (random.happens(0.4)) this.#app.killAt(random.pick(crashPoints));
      const people = Array.from({ length: 1 + random.below(3) }, () => this.#ask(random.below(300)));
      if (random.happens(0.3)) people.push(this.#buyBeside());
      const all = Promise.allSettled(people);
      let failure: unknown;
      void all.then((ended) => {
        failure = ended.find((each) => each.status === "rejected")?.reason;
      });
      await drive(clock, all, random.pick([1_000, 60_000, 400_000]));
      if (failure !== undefined && this.#app.isAlive()) throw failure;
      if (!this.#app.isAlive() || random.happens(0.2)) await this.#restart();
    }
  }

  async #ask(afterMs: number): Promise<void> {
    const { random, clock } = this.#parts;
    const app = this.#app;
    const answers = this.#answers(app);
    const spender = simSpender(this.#owner, this.#upstream);
    const whole = random.happens(0.7) ? { whole_market: true } : {};
    const request = { question: random.pick(questions), budget: random.below(10), ...whole };
    await clock.timer(afterMs).done;
    try {
      const plan = await planQuestion(answers, spender, request);
      const start = { plan_id: plan.plan_id, max_credits: random.below(plan.budget + 1) };
      const { running } = await startAnswer(answers, spender, start);
      // It may end with its process before anybody waits for it.
      running.catch(() => undefined);
      const again = random.happens(0.2) ? (await startAnswer(answers, spender, start)).running : undefined;
      if (random.happens(0.15)) {
        await clock.timer(random.below(3_000)).done;
        await stopAnswer(answers, spender, plan.plan_id);
      }
      await running;
      await again;
    } catch (error) {
      if (app.isAlive() && !isExpected(error)) throw error;
    }
  }

  /** A person who buys what a question may be buying now. */
  async #buyBeside(): Promise<void> {
    const { random } = this.#parts;
    const app = this.#app;
    const spender = simSpender(this.#owner, this.#upstream);
    try {
      const action = { kind: "sections", document_id: "D1", sections: [random.pick(sectionIds)] };
      const quote = await app.purchaseService.quote(spender, action);
      if (quote.blocker === null && !quote.owned) {
        await app.purchaseService.confirm(spender, { token: quote.token, max_credits: quote.price.max });
      }
    } catch (error) {
      if (app.isAlive() && !isExpected(error)) throw error;
    }
  }

  #answers({ purchaseService, rows, deps }: SimApp): AnswerDeps {
    const { random, service } = this.#parts;
    return {
      ...{ purchaseService, rows, deps },
      goOn: () => undefined,
      finds: (spender) => sampleFinds(deps, spender),
      figures: async () => [],
      prove: async (reader, selection) => {
        if (service.faultRate > 0 && random.happens(brokenShare)) this.#breakOff();
        const record = await recordQuote(deps, rows, reader, { ...selection, before: "" }).catch(() => undefined);
        return record === undefined ? undefined : { receipt_id: null, record };
      },
    };
  }

  #breakOff(): never {
    this.broken += 1;
    throw new Error("an exception inside a question");
  }

  async #restart(): Promise<void> {
    this.crashes += this.#app.isAlive() ? 0 : 1;
    this.#app.kill();
    this.#app = startApp(this.#parts);
    await this.#app.purchaseService.runner.recover({ isAlone: true });
  }

  /** No more faults and kills: whatever was interrupted is ended by whoever looks next. */
  async settle(): Promise<void> {
    const { clock } = this.#parts;
    await this.#restart();
    await passTime(clock, leaseMs + 200_000);
    await drive(clock, endLeftAnswers(this.#answers(this.#app)), settlingMs);
    await passTime(clock, settlingMs);
  }

  async compare(): Promise<Pick<AnswersResult, "runs" | "charged" | "overBudget" | "unlisted" | "open">> {
    const { service } = this.#parts;
    const rows = await this.#store
      .prepare<[string], AnswerRow>("select * from answers where upstream = ? and state <> 'planned'")
      .all(this.#upstream);
    const intentOf = this.#store.prepare<[string], { intent_id: string; task_id: string | null }>(
      "select intent_id, task_id from intents join intent_agents using (intent_id) where idempotency_key = ?",
    );
    const charges: { intent_id: string; task_id: string | null; credits: number }[] = [];
    for (const { idempotencyKey, credits } of service.charges) {
      const intent = await intentOf.get(idempotencyKey);
      if (intent !== undefined) charges.push({ ...intent, credits });
    }
    let [charged, overBudget, unlisted] = [0, 0, 0];
    for (const row of rows) {
      const view = await answerView(this.#app.rows, row);
      const own = charges.filter(({ task_id }) => task_id === row.task_id);
      const sum = own.reduce((total, { credits }) => total + credits, 0);
      charged += sum;
      if (sum > view.budget) overBudget += 1;
      const lines = [...view.steps.flatMap(({ ledger }) => ledger), ...view.other_ledger];
      for (const { intent_id, credits } of own) {
        const line = lines.find((each) => each.intent_id === intent_id);
        if (line === undefined || (line.state !== "stored" && line.state !== "unknown")) unlisted += credits;
      }
    }
    return {
      runs: rows.length,
      charged,
      overBudget,
      unlisted,
      open: rows.filter(({ state }) => state === "running").length,
    };
  }

  /** Ends what is open, since the next history uses the same store. */
  async end(): Promise<void> {
    this.#app.kill();
    await this.#store
      .prepare(
        "update intents set settle_at = null, state = iif(state in ('intent', 'sent'), 'failed', state) where upstream = ?",
      )
      .run(this.#upstream);
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof PurchaseProblem || error instanceof FreeCallError;
}
