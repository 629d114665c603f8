import { settings } from "../env.ts";
import { measureHealth } from "./health.ts";
import type { UpstreamProblem } from "./problem-error.ts";

/**
 * Whether the service answers, for the whole process. A service that hangs must not make every page hang:
 *
 * - a free call that a page waits for is given `patienceMs()`; after that the page goes on without it;
 * - from then on calls are refused at once, until a look at the service's `/health` finds that it answers again;
 * - a request that was given up is left to end by itself. Where its answer comes after all, the service is slow and
 *   not away, and later pages wait longer.
 *
 * Nothing here runs by itself: the looks are taken when somebody asks.
 */
export interface Availability {
  /** The service said something sensible, `tookMs` after it was asked. */
  answered(tookMs: number): void;
  /** Asked at `startedAt`, it could not be reached or said nothing in time. */
  failed(problem: UpstreamProblem, startedAt: number): void;
  /** It answered what no service should. Whether it is away as a whole is looked up. */
  doubted(problem: UpstreamProblem): void;
  /** What to say instead of sending a call; undefined where it may be sent. */
  refusal(): Promise<UpstreamProblem | undefined>;
  /** Whether it answers, as of this moment. */
  check(): Promise<boolean>;
  isAway(): boolean;
  patienceMs(): number;
  now(): number;
}

export interface AvailabilityDeps {
  /** Monotonic milliseconds: a wall clock that is set must not make a service come or go. */
  now(): number;
  /** One look at the service, which ends by itself. */
  look(): Promise<boolean>;
  after(ms: number): { readonly done: Promise<void>; cancel(): void };
}

export const patienceMinMs = 2_000;
const patienceMaxMs = 8_000;
/** Between two looks at a service that is away passes at least so much, however many ask. */
const looksApartMs = 1_000;
/** How long somebody waits for a look; it may find an answer later. */
const lookWaitMs = 1_000;

export function makeAvailability(deps: AvailabilityDeps): Availability {
  let problem: UpstreamProblem | undefined;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let patience = patienceMinMs;
  let last: { readonly at: number; readonly found: Promise<void> } | undefined;

  const answered = (tookMs: number) => {
    answeredAt = deps.now();
    problem = undefined;
    // Slow answers lengthen the patience at once, quick ones shorten it little by little.
    patience = Math.min(patienceMaxMs, Math.max(patienceMinMs, 2 * tookMs, 0.9 * patience));
  };
  const failed = (met: UpstreamProblem, startedAt: number) => {
    // It has answered somebody who asked at the same time or later: this one was unlucky.
    if (answeredAt > startedAt) return;
    problem = met;
    patience = patienceMinMs;
  };
  const look = async (met: UpstreamProblem) => {
    const startedAt = deps.now();
    if (await deps.look()) answered(deps.now() - startedAt);
    else failed(met, startedAt);
  };
  /** Takes a look, or joins the last one; waits for it, but not for long. */
  const waitForLook = async (met: UpstreamProblem, apartMs: number): Promise<void> => {
    const now = deps.now();
    if (last === undefined || now - last.at >= apartMs) last = { at: now, found: look(met) };
    const { found } = last;
    const limit = deps.after(lookWaitMs);
    const startedAt = last.at;
    const silent = limit.done.then(() => failed(met, startedAt));
    await Promise.race([found, silent]);
    limit.cancel();
  };
  return {
    answered,
    failed,
    doubted: (met) => void waitForLook(met, looksApartMs),
    async refusal() {
      if (problem !== undefined) await waitForLook(problem, looksApartMs);
      return problem;
    },
    async check() {
      if (problem !== undefined) await waitForLook(problem, looksApartMs);
      // A page that is being made takes a look of its own: a service may have hung since its last answer.
      else await waitForLook(silence, 0);
      return problem === undefined;
    },
    isAway: () => problem !== undefined,
    patienceMs: () => Math.min(patience, settings().apiTimeoutMs),
    now: deps.now,
  };
}

/** What is said where the service hangs. */
export const silence: UpstreamProblem = {
  status: 504,
  code: "upstream_timeout",
  detail: "The service did not answer in time.",
  instance: null,
  retry_after_seconds: null,
};

/** Sessions may have begun at other addresses; more than a few are a mistake. */
const servicesMax = 16;
// Pages and routes are bundled apart, and must know the same.
const shared: typeof globalThis & { hirakuAvailability?: Map<string, Availability> } = globalThis;

export function availabilityOf(baseUrl: string): Availability {
  shared.hirakuAvailability ??= new Map();
  const all = shared.hirakuAvailability;
  const known = all.get(baseUrl);
  if (known !== undefined) return known;
  const oldest = all.size >= servicesMax ? all.keys().next() : undefined;
  if (oldest?.done === false) all.delete(oldest.value);
  const made = makeAvailability({
    now: () => performance.now(),
    look: async () => (await measureHealth(baseUrl, settings().apiTimeoutMs)).reachable,
    after,
  });
  all.set(baseUrl, made);
  return made;
}

export function after(ms: number): { readonly done: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { done, cancel: () => clearTimeout(timer) };
}
