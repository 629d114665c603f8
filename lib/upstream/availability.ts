import type { UpstreamProblem } from "./problem-error.ts";

/**
 * Knows for the whole app if the service answers. A service that hangs must not make every page hang:
 *
 * - a page waits `pageWaitMs()` for a free call; after that it is rendered without the answer;
 * - from then on calls are refused at once, until a check of the service's `/health` succeeds;
 * - a call that a page no longer waits for continues. If its answer arrives, the service is slow rather than
 *   unavailable, and later pages wait longer.
 *
 * Nothing runs by itself: health is checked when a caller asks.
 */
export interface Availability {
  /** Reports a valid answer, `tookMs` after the request. */
  answered(tookMs: number): void;
  /** Reports that a request sent at `startedAt` failed or was not answered in time. */
  failed(problem: UpstreamProblem, startedAt: number): void;
  /** Reports an invalid answer; whether the service as a whole is unavailable is then checked. */
  answeredInvalidly(problem: UpstreamProblem): void;
  /** The problem to report instead of sending a call; undefined where it may be sent. */
  refusal(): Promise<UpstreamProblem | undefined>;
  /** Checks whether the service answers now. */
  check(): Promise<boolean>;
  isAway(): boolean;
  pageWaitMs(): number;
  now(): number;
}

export interface AvailabilityDeps {
  /** A page waits no longer than this, however slow the service is. */
  readonly pageWaitMaxMs: number;
  /** Monotonic milliseconds, so that setting the wall clock has no effect. */
  now(): number;
  /** Checks the service's health; has its own time limit. */
  checkHealth(): Promise<boolean>;
  /** True while a call is under way whose answer will be reported. */
  isAsking(): boolean;
  /** When everything has begun that this turn of the program was about to begin. */
  nextTurn(): Promise<void>;
  after(ms: number): { readonly done: Promise<void>; cancel(): void };
}

export const pageWaitMinMs = 2_000;
const pageWaitMaxMs = 8_000;
/** The shortest time between two health checks of an unavailable service, for any number of callers. */
const checkIntervalMs = 1_000;
/** How long a page waits for the answer to a call that is under way, before it makes a check of its own. */
const hearMs = 60;
/** How long a caller waits for a health check, which may still succeed later. */
const checkWaitMs = 1_000;

export function makeAvailability(deps: AvailabilityDeps): Availability {
  let problem: UpstreamProblem | undefined;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let pageWait = pageWaitMinMs;
  const listeners = new Set<(answers: boolean) => void>();
  let last: { readonly at: number; readonly finished: Promise<void> } | undefined;

  const answered = (tookMs: number) => {
    answeredAt = deps.now();
    problem = undefined;
    for (const hear of listeners) hear(true);
    // A slow answer lengthens the wait at once, fast ones shorten it gradually.
    pageWait = Math.min(pageWaitMaxMs, Math.max(pageWaitMinMs, 2 * tookMs, 0.9 * pageWait));
  };
  const failed = (reported: UpstreamProblem, startedAt: number) => {
    // It has answered a request sent at the same time or later, so it is available.
    if (answeredAt > startedAt) return;
    problem = reported;
    pageWait = pageWaitMinMs;
    for (const hear of listeners) hear(false);
  };
  const checkAfter = async (reported: UpstreamProblem) => {
    const startedAt = deps.now();
    if (await deps.checkHealth()) answered(deps.now() - startedAt);
    else failed(reported, startedAt);
  };
  /** Checks the health, or joins the running check, and waits for it briefly. */
  const waitForCheck = async (reported: UpstreamProblem, apartMs: number): Promise<void> => {
    const now = deps.now();
    if (last === undefined || now - last.at >= apartMs) last = { at: now, finished: checkAfter(reported) };
    const { finished } = last;
    const limit = deps.after(checkWaitMs);
    const startedAt = last.at;
    const silent = limit.done.then(() => failed(reported, startedAt));
    await Promise.race([finished, silent]);
    limit.cancel();
  };
  const hearsNow = async (): Promise<boolean> => {
    const limit = deps.after(hearMs);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    listeners.add(resolve);
    const heard = await Promise.race([promise, limit.done.then(() => false)]);
    listeners.delete(resolve);
    limit.cancel();
    return heard;
  };
  return {
    answered,
    failed,
    answeredInvalidly: (reported) => void waitForCheck(reported, checkIntervalMs),
    async refusal() {
      if (problem !== undefined) await waitForCheck(problem, checkIntervalMs);
      return problem;
    },
    async check() {
      if (problem !== undefined) {
        await waitForCheck(problem, checkIntervalMs);
        return problem === undefined;
      }
      // A page makes its own check, since the service may hang since its last answer. An answer that comes now says the
      // same: most pages ask for something themselves, and the check begins first.
      if (!deps.isAsking()) await deps.nextTurn();
      if (!deps.isAsking() || !(await hearsNow())) await waitForCheck(noAnswerProblem, 0);
      return problem === undefined;
    },
    isAway: () => problem !== undefined,
    pageWaitMs: () => Math.min(pageWait, deps.pageWaitMaxMs),
    now: deps.now,
  };
}

/** The problem reported for a service that hangs. */
export const noAnswerProblem: UpstreamProblem = {
  status: 504,
  code: "upstream_timeout",
  detail: "The service did not answer in time.",
  instance: null,
  retry_after_seconds: null,
};

export function timeout(ms: number): { readonly done: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { done, cancel: () => clearTimeout(timer) };
}
