import { backoffMs } from "../../kit/retry/backoff.ts";
import { RetryBuckets } from "../../kit/retry/retry-bucket.ts";
import { isAmbiguous, judge, type Verdict } from "../../kit/retry/verdict.ts";
import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import type { AppProblem } from "../wire.ts";
import { announcedSizes } from "./announced-sizes.ts";
import { type Attempted, type AttemptLimits, attemptOnce, type Delivery } from "./attempt.ts";
import { BasketRuns } from "./basket-runs.ts";
import { KeyStates } from "./key-states.ts";
import { taking } from "./leases.ts";
import { interrupted, keyGone, lostAtStop } from "./own-problems.ts";
import { keyOf } from "./paid-key.ts";
import { repeatAnswer } from "./repeat-answer.ts";
import { attemptMaxMs, attemptsMax, backoffBounds, retryShare, runMaxMs, settleMs } from "./retry.ts";
import { RunOutcomes } from "./run-outcomes.ts";
import { SendGate } from "./send-gate.ts";
import { Settlement } from "./settlement.ts";
import { readStored, storeDelivery } from "./storing.ts";
import { UnreadAnswers } from "./unread-answers.ts";
import { KeyQueues, pause } from "./waiting.ts";

/** Parallel calls of one key, where the service recognises a repeated request; elsewhere one. */
const parallelCalls = 4;

interface Run {
  readonly row: IntentRow;
  readonly key: string;
  /** On the monotonic clock: the time by which the purchase has an outcome or is shown as unknown. */
  readonly endMs: number;
  attempt: number;
  timeouts: number;
  ambiguous: boolean;
  problem: AppProblem | undefined;
}

/**
 * Runs intents from the state `intent` to an outcome. A process has one run for each intent, however many callers wait
 * for it, and a caller that disconnects does not stop it. `sent` is committed before the request is sent. A request
 * with an ambiguous outcome is never sent again to a service that has not promised to recognise it.
 */
export class PurchaseRunner {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #keys: KeyStates;
  readonly #running = new Map<string, Promise<void>>();
  readonly #queues = new KeyQueues();
  readonly #buckets = new RetryBuckets(retryShare);
  readonly #outcomes: RunOutcomes;
  readonly #gate: SendGate;
  readonly #settlement: Settlement;
  readonly #unread: UnreadAnswers;
  readonly baskets: BasketRuns;
  #closing = false;

  constructor(deps: SpendingDeps, rows: PurchaseStore) {
    this.#deps = deps;
    this.#rows = rows;
    this.#keys = new KeyStates(rows.purchases, deps);
    this.#gate = new SendGate(deps, rows, this.#keys, () => this.#closing);
    this.#outcomes = new RunOutcomes(deps, rows, (intentId, waitMs) => this.#settlement.later(intentId, waitMs));
    this.#settlement = new Settlement(deps, rows, this.#keys, this.#outcomes, {
      askAgain: (row) => this.#askAgain(row),
      isClosing: () => this.#closing,
    });
    this.#unread = new UnreadAnswers(deps, rows);
    this.baskets = new BasketRuns(deps, rows, {
      run: (id) => this.run(id),
      isClosing: () => this.#closing,
    });
  }

  /** Runs an intent to its outcome, or joins its current run. Never rejects. */
  run(intentId: string): Promise<void> {
    const known = this.#running.get(intentId);
    if (known !== undefined) return known;
    const started = this.#carry(intentId).finally(() => this.#running.delete(intentId));
    this.#running.set(intentId, started);
    return started;
  }

  isRunning(intentId: string): boolean {
    return this.#running.has(intentId);
  }

  get underWay(): number {
    return this.#running.size;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  /** Finishes the requests that were sent, and starts no new ones. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled([...this.#running.values()]);
  }

  /**
   * Resumes what processes that have ended were running, and what a failing store interrupted here: at the start, and
   * now and then. `isAlone`: no other process can live; else those have ended that no longer renew their leases. Each
   * intent is recovered by one process.
   */
  async recover({ isAlone }: { readonly isAlone: boolean }): Promise<void> {
    const { purchases } = this.#rows;
    const now = this.#deps.clock.nowMs();
    for (const row of await purchases.unsettled()) {
      if (!isAlone && this.#isMine(row)) continue;
      // Its basket's run will come to it, wherever that goes on.
      if (!isAlone && row.state === "intent" && (await this.baskets.isWaiting(row.intent_id))) continue;
      if (!(await purchases.take(row, taking(this.#deps, isAlone)))) continue;
      if (row.state === "intent") {
        if (await this.baskets.isWaiting(row.intent_id)) continue;
        await purchases.failUnsent(row.intent_id, now, JSON.stringify(interrupted));
        await purchases.dropKeyIfIdle(row);
        continue;
      }
      await purchases.markAmbiguous(row.intent_id);
      const ended = { runner: this.#deps.runner, at: now, error: row.error ?? JSON.stringify(lostAtStop) };
      await purchases.markUnknown(row.intent_id, now, ended);
      this.#settlement.later(row.intent_id, this.#outcomes.isIdempotent(row) ? 0 : settleMs);
    }
    await this.#unread.recover(isAlone);
    await this.baskets.recover(isAlone);
  }

  /** Said now and then: this process lives, and what it runs is its own. */
  async renew(): Promise<void> {
    const mine = taking(this.#deps);
    await this.#rows.purchases.renew(mine);
    await this.#rows.baskets.renewRuns(mine);
  }

  /** When the process ends: others need not wait for its leases to run out. */
  async letGo(): Promise<void> {
    await this.#rows.purchases.letGo(this.#deps.runner);
    await this.#rows.baskets.letGoOfRuns(this.#deps.runner);
  }

  /** Called when the owner has signed in with this key again: settles the intents that needed it. */
  async resume(spender: Spender): Promise<void> {
    const { purchases } = this.#rows;
    const waiting = (await purchases.stopped(spender.keyId)).filter((row) => this.#outcomes.isIdempotent(row));
    if (waiting.length === 0) return;
    const { keyId, ownerId, upstream } = spender;
    await purchases.keepKey({ key_id: keyId, owner_id: ownerId, upstream, sealed_key: this.#deps.sealKey(spender) });
    for (const row of waiting) {
      // Of two sign-ins at once one begins.
      if (await purchases.settleAgain(row.intent_id, taking(this.#deps))) this.#settlement.later(row.intent_id, 0);
    }
  }

  /** This process runs it, or is just about to begin. */
  #isMine(row: IntentRow): boolean {
    if (row.runner !== this.#deps.runner) return false;
    const isNew = row.state === "intent" && this.#deps.clock.nowMs() - row.opened_at < runMaxMs;
    return isNew || this.isRunning(row.intent_id) || this.#settlement.has(row.intent_id);
  }

  async #carry(intentId: string): Promise<void> {
    const row = await this.#rows.purchases.intent(intentId);
    // An intent already sent may have been charged, and is left to recovery.
    if (row?.state !== "intent") return;
    // Another process runs it.
    if (!(await this.#rows.purchases.take(row, taking(this.#deps)))) return;
    const endMs = this.#deps.clock.monotonicMs() + runMaxMs;
    const capacity = async () => ((await this.#keys.retentionOf(row.key_id)) === null ? 1 : parallelCalls);
    await this.#queues.within(row.key_id, capacity, async () => {
      try {
        await this.#attempts(row, endMs);
      } catch {
        await this.#outcomes.giveUpAfterFault(row);
      }
    });
  }

  async #attempts(row: IntentRow, endMs: number): Promise<void> {
    const key = await keyOf(this.#deps, this.#rows, row);
    if (key === undefined) return this.#outcomes.fail(row, keyGone);
    const ambiguous = row.ambiguous === 1;
    const run: Run = { row, key, endMs, attempt: 0, timeouts: 0, ambiguous, problem: undefined };
    for (;;) {
      const permission = await this.#gate.enter(row, run.endMs);
      if (permission === "ended") return;
      // A line of a basket waits for the next process instead.
      if (permission !== "sent" && permission.refused === interrupted && (await this.baskets.isWaiting(row.intent_id)))
        return;
      if (permission !== "sent") return this.#outcomes.giveUp(row, permission.refused, run.ambiguous);
      if (await this.#attempt(run)) return;
    }
  }

  /** Makes one attempt and handles its result. Returns true where the run has ended. */
  async #attempt(run: Run): Promise<boolean> {
    const { clock, chance } = this.#deps;
    const row = (await this.#rows.purchases.intent(run.row.intent_id)) ?? run.row;
    const idempotent = this.#outcomes.isIdempotent(row);
    run.attempt += 1;
    const tried = await attemptOnce(this.#deps, row, run.key, await this.#limits(run, !idempotent));
    const verdict = await this.#weigh(run, row, tried, idempotent);
    if (verdict.do === "store") {
      await this.#unread.storing(row.intent_id, () => this.#store(run, row, tried.delivery, idempotent));
      return true;
    }
    if (verdict.do === "fail") {
      await this.#outcomes.fail(row, verdict.problem);
      return true;
    }
    if (verdict.do === "unknown") {
      await this.#outcomes.leaveUnknown(row, verdict.problem);
      return true;
    }
    if (verdict.wait) run.attempt -= 1;
    const pauseMs = verdict.pauseMs ?? backoffMs(run.attempt + 1, chance.fraction(), backoffBounds);
    const late = !this.#gate.hasTime(run.endMs, pauseMs);
    if (late || this.#closing || (!verdict.wait && !this.#buckets.take(row.upstream, clock.monotonicMs()))) {
      const asked = run.problem ?? interrupted;
      await this.#outcomes.giveUp(row, { ...asked, retry_after_seconds: Math.ceil(pauseMs / 1000) }, run.ambiguous);
      return true;
    }
    await pause(clock, Math.max(pauseMs, verdict.wait ? 200 : 0));
    return false;
  }

  /** The attempt's deadline starts when it is sent, and is at most that of the run. */
  async #limits(run: Run, keepBroken: boolean): Promise<AttemptLimits> {
    const timeMs = Math.min(attemptMaxMs, run.endMs - this.#deps.clock.monotonicMs());
    const bytesMax = this.#deps.bodyBytesMax(run.row.kind, await announcedSizes(this.#rows, run.row));
    return { timeMs, bytesMax, keepBroken };
  }

  async #weigh(run: Run, row: IntentRow, tried: Attempted, idempotent: boolean): Promise<Verdict> {
    const { attempt } = tried;
    if (tried.headers !== undefined) await this.#keys.observe(row.key_id, tried.headers);
    if (attempt.kind === "refused") {
      await this.#keys.noteRefusal(row.key_id, attempt.problem, attempt.pauseMs);
      if (attempt.problem.code === "search_backend_timeout") run.timeouts += 1;
    }
    const before = run.ambiguous;
    if (isAmbiguous(attempt)) {
      await this.#rows.purchases.markAmbiguous(row.intent_id);
      this.#outcomes.noteLost(row.intent_id);
      run.ambiguous = true;
      if (tried.partial !== undefined)
        await this.#rows.library.keepPartial(row.intent_id, tried.partial.sha256, this.#deps.clock.nowMs());
    }
    if (attempt.kind !== "delivered") run.problem = attempt.problem;
    if (run.timeouts >= 2) await this.#refuseSearch(row);
    return judge(attempt, {
      idempotent,
      ambiguousBefore: before,
      settled: this.#outcomes.isSettled(row.intent_id),
      outOfCredits: isOutOfCredits(tried, row),
      attempt: run.attempt,
      attemptsMax,
      timeouts: run.timeouts,
    });
  }

  async #store(run: Run, row: IntentRow, delivery: Delivery | undefined, idempotent: boolean): Promise<void> {
    if (delivery === undefined) throw new Error("delivered without a body");
    if (!(await storeDelivery(this.#deps, this.#rows, row, delivery))) return;
    await this.#rows.purchases.dropKeyIfIdle(row);
    const reading = await readStored(this.#deps, this.#rows, row.intent_id, delivery);
    const again = idempotent && !delivery.cut && reading !== undefined && reading.unreadable !== null;
    if (again)
      await repeatAnswer(this.#deps, this.#rows, this.#keys, { row, key: run.key, next: () => this.#nextRepeat(run) });
    this.#deps.reach("before-relay");
  }

  /** Waits before the answer is requested again; undefined where it may not be. */
  async #nextRepeat(run: Run): Promise<AttemptLimits | undefined> {
    const { clock, chance } = this.#deps;
    if (run.attempt >= attemptsMax || !this.#buckets.take(run.row.upstream, clock.monotonicMs())) return undefined;
    run.attempt += 1;
    await pause(clock, backoffMs(run.attempt, chance.fraction(), backoffBounds));
    if (!this.#gate.hasTime(run.endMs, 0) || (await this.#keys.pauseMs(run.row.key_id)) > 0 || this.#closing)
      return undefined;
    return this.#limits(run, false);
  }

  /** Sends the same request under the same idempotency key. The row stays `unknown` until its outcome is known. */
  async #askAgain(row: IntentRow): Promise<void> {
    const key = await keyOf(this.#deps, this.#rows, row);
    if (key === undefined) return this.#outcomes.stopAsking(row, keyGone);
    await this.#queues.within(
      row.key_id,
      async () => parallelCalls,
      async () => {
        if ((await this.#keys.pauseMs(row.key_id)) > 0 || !(await this.#gate.hasRoom(row)) || this.#closing) return;
        const endMs = this.#deps.clock.monotonicMs() + runMaxMs;
        const attempt = attemptsMax - 1;
        await this.#attempt({ row, key, endMs, attempt, timeouts: 0, ambiguous: true, problem: undefined });
      },
    );
  }

  async #refuseSearch(row: IntentRow): Promise<void> {
    const { owner_id, upstream, kind, params } = row;
    await this.#rows.purchases.refuseSearch({ owner_id, upstream, kind, params, refused_at: this.#deps.clock.nowMs() });
  }
}

/** By the numbers in the answer where it has them, else by the balance and the lowest possible price. */
function isOutOfCredits({ attempt, headers }: Attempted, row: IntentRow): boolean {
  if (attempt.kind === "refused") {
    const { credits_required: required, credits_remaining: remaining } = attempt.problem;
    if (required !== undefined && remaining !== undefined) return remaining < required;
  }
  if (headers === undefined || headers.balance === null || headers.requestsLeft === 0) return false;
  return headers.balance < row.credits_min;
}
