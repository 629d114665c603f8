import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { first, openTestStore } from "../store/testing/test-store.ts";
import {
  type Admission,
  type Attempt,
  checkEveryMs,
  delayedMax,
  failuresPerMinuteOverall,
  failuresUntilSlowed,
  forgetAfterMs,
  networksMax,
  SignInGuard,
  slowedChecksMax,
  waitingOfNetworkMax,
} from "./sign-in-guard.ts";

/** A clock that the test moves; delayed answers are recorded and released by the test. */
function setUp(atMs = 1_000_000) {
  const store = openTestStore();
  const clock = { atMs, delays: [] as number[], release: [] as (() => void)[] };
  const ofProcess = () =>
    new SignInGuard(store, {
      nowMs: () => clock.atMs,
      sleep: (ms) => {
        clock.delays.push(ms);
        return new Promise((resolve) => clock.release.push(resolve));
      },
    });
  return { guard: ofProcess(), ofProcess, clock, store };
}

function attemptIn(admission: Admission): Attempt {
  if (!admission.allowed) throw new Error(`refused for ${admission.waitSeconds} s`);
  return admission.attempt;
}

async function failFive(guard: SignInGuard, network = "a"): Promise<void> {
  for (let i = 0; i < failuresUntilSlowed; i++) await attemptIn(await guard.admit(network)).failed();
}

/** A wrong key whose answer is held back; resolves when it is. */
async function failHeld(guard: SignInGuard, network = "a"): Promise<void> {
  const before = guard.delayed;
  void attemptIn(await guard.admit(network)).failed();
  await vi.waitUntil(() => guard.delayed > before, { interval: 1, timeout: 20_000 });
}

describe("guessing keys", () => {
  it("is forgotten where the clock was set back, and not slowed until it has caught up", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    clock.atMs -= 3_600_000;
    expect((await attemptIn(await guard.admit("a")).failed()).attemptsLeft).toBe(failuresUntilSlowed - 1);
  });

  it("is told how many wrong keys are left before the network is slowed", async () => {
    const { guard } = setUp();
    const left: number[] = [];
    for (let i = 0; i < failuresUntilSlowed; i++) {
      left.push((await attemptIn(await guard.admit("a")).failed()).attemptsLeft);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
  });

  it("is answered later and later after five wrong keys, up to a limit", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    expect(clock.delays).toEqual([]);
    for (let i = 0; i < 6; i++) await failHeld(guard);
    expect(clock.delays).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
    expect(guard.delayed).toBe(6);
  });

  it("delays the answer until the time has passed, and then says how long the network stays slowed", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    let answered = false;
    const verdict = attemptIn(await guard.admit("a"))
      .failed()
      .then((told) => {
        answered = true;
        return told;
      });
    await vi.waitUntil(() => clock.release.length === 1);
    expect(answered).toBe(false);
    clock.atMs += 1000;
    clock.release[0]?.();
    expect(await verdict).toEqual({ attemptsLeft: 0, slowedSeconds: 59 });
    expect(guard.delayed).toBe(0);
  });

  it("does not slow a valid key of the same network, even while answers to wrong keys are delayed", async () => {
    const { guard } = setUp();
    await failFive(guard);
    for (let i = 0; i < 10; i++) await failHeld(guard);
    const valid = await guard.admit("a");
    expect(valid.allowed).toBe(true);
    await attemptIn(valid).passed();
  });

  it("by many requests at once, of several processes, sends the service no more keys than one by one", async () => {
    const { ofProcess } = setUp();
    const guards = [ofProcess(), ofProcess(), ofProcess()];
    const asked = guards.flatMap((guard) => Array.from({ length: 60 }, () => guard.admit("a")));
    const admitted = (await Promise.all(asked)).filter(({ allowed }) => allowed);
    expect(admitted).toHaveLength(failuresUntilSlowed + slowedChecksMax);
  });

  it("at several processes in turn, and over their restarts, is slowed after five wrong keys in all", async () => {
    const { ofProcess, clock } = setUp();
    const left: number[] = [];
    for (let i = 0; i < failuresUntilSlowed; i++) {
      left.push((await attemptIn(await ofProcess().admit("a")).failed()).attemptsLeft);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    await failHeld(ofProcess());
    expect(clock.delays).toEqual([1000]);
  });

  it("regains one attempt every two seconds when its network's attempts are used up", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    const spend = async () => {
      let count = 0;
      for (;;) {
        const admission = await guard.admit("a");
        if (!admission.allowed) return count;
        void admission.attempt.failed();
        count++;
      }
    };
    expect(await spend()).toBe(slowedChecksMax);
    expect(await guard.admit("a")).toEqual({ allowed: false, waitSeconds: 2 });
    clock.atMs += 4000;
    expect(await spend()).toBe(2);
  });

  it("is forgotten a minute after the last wrong key, but not after a valid one", async () => {
    const { guard, clock, store } = setUp();
    await failFive(guard);
    await attemptIn(await guard.admit("a")).passed();
    await failHeld(guard);
    expect(clock.delays).toHaveLength(1);
    clock.atMs += forgetAfterMs;
    const later = attemptIn(await guard.admit("a"));
    expect(await first(store, "select count(*) from sign_in_networks")).toBe(0);
    expect(await later.failed()).toEqual({ attemptsLeft: 4, slowedSeconds: 0 });
  });

  it("in one network slows no other", async () => {
    const { guard } = setUp();
    await failFive(guard);
    expect(await attemptIn(await guard.admit("b")).failed()).toEqual({ attemptsLeft: 4, slowedSeconds: 0 });
  });

  it("is limited over all networks and processes together, to a key of each every three seconds", async () => {
    const { ofProcess, clock } = setUp();
    const guards = [ofProcess(), ofProcess()] as const;
    const tryAll = async () => {
      let taken = 0;
      for (let network = 0; network < 100; network++) {
        const admission = await guards[network % 2 === 0 ? 0 : 1].admit(`${network}`);
        if (!admission.allowed) continue;
        await admission.attempt.failed();
        taken++;
      }
      return taken;
    };
    expect(await tryAll()).toBe(100);
    expect(await tryAll()).toBe(0);
    expect(await guards[1].admit("7")).toEqual({ allowed: false, waitSeconds: 3 });
    clock.atMs += checkEveryMs;
    expect(await tryAll()).toBe(100);
    expect(await tryAll()).toBe(0);
    clock.atMs += forgetAfterMs;
    for (let i = 0; i < failuresUntilSlowed; i++) expect((await guards[0].admit("new")).allowed).toBe(true);
  });

  it("by a hundred addresses in the same moment is limited as well", async () => {
    const { guard } = setUp();
    const moment = () => Promise.all(Array.from({ length: 300 }, (_, index) => guard.admit(`${index % 100}`)));
    const allowed = (await moment()).filter((each) => each.allowed).length;
    expect(allowed).toBeGreaterThanOrEqual(100);
    expect(allowed).toBeLessThan(100 + failuresPerMinuteOverall);
    expect((await moment()).filter((each) => each.allowed)).toEqual([]);
  });

  it("never keeps a valid key of another network waiting for more than three seconds, whatever is tried meanwhile", async () => {
    const network = fc.integer({ min: 0, max: 120 }).map(String);
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 1_500 }),
      networks: fc.array(network, { minLength: 1, maxLength: 25 }),
      /** The service has not answered before the step after the next. */
      pends: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const { guard, clock } = setUp();
      const startMs = clock.atMs;
      const tried = new Map<string, number>();
      let pending: Attempt[] = [];
      // Sixty addresses begin, so that all are slowed.
      for (let i = 0; i < failuresPerMinuteOverall; i++) await attemptIn(await guard.admit(`first ${i}`)).failed();
      const mistyped = { atMs: 0, by: 0 };
      for (const [at, { afterMs, networks, pends }] of steps.entries()) {
        clock.atMs += afterMs;
        const answered = pending.splice(0);
        for (const attempt of answered) void attempt.failed();
        for (const each of networks) {
          const admission = await guard.admit(each);
          if (!admission.allowed) continue;
          tried.set(each, (tried.get(each) ?? 0) + 1);
          if (pends) pending = [...pending, admission.attempt];
          else void admission.attempt.failed();
        }
        await attemptIn(await guard.admit(`valid ${at}`)).passed();
        // Somebody who mistyped a key once gets in with the right one three seconds later.
        if (mistyped.by === 0) {
          await attemptIn(await guard.admit(`mistyped ${at}`)).failed();
          Object.assign(mistyped, { atMs: clock.atMs, by: at });
        } else if (clock.atMs - mistyped.atMs >= checkEveryMs) {
          await attemptIn(await guard.admit(`mistyped ${mistyped.by}`)).passed();
          mistyped.by = 0;
        }
      }
      const lastedMs = clock.atMs - startMs;
      for (const count of tried.values()) expect(count).toBeLessThanOrEqual(1 + lastedMs / checkEveryMs);
    });
    await fc.assert(property, { numRuns: openTestStore().engine === "sqlite" ? 30 : 2 });
  });

  it("forgets the networks with the oldest wrong keys where there are more than ten thousand", async () => {
    const { guard, clock, store } = setUp();
    const put = store.prepare<[string, number]>(
      `insert into sign_in_networks (network, failures, last_failure_at, checks_left, checks_counted_at)
       values (?, 1, ?, 30, 1000000)`,
    );
    await store.atomically(async () => {
      for (let i = 0; i < networksMax; i++) await put.run(`full ${i}`, clock.atMs + i);
    });
    clock.atMs += networksMax;
    await attemptIn(await guard.admit("new")).failed();
    expect(await first(store, "select count(*) from sign_in_networks")).toBe(networksMax);
    expect(await first(store, "select failures from sign_in_networks where network = 'full 0'")).toBeUndefined();
    expect(await first(store, "select failures from sign_in_networks where network = 'full 9999'")).toBe(1);
    expect(await first(store, "select failures from sign_in_networks where network = ''")).toBe(1);
  });

  it("in one slowed network doesn't use up the limit that all networks share", async () => {
    const { guard } = setUp();
    await failFive(guard);
    for (let i = 0; i < slowedChecksMax; i++) await failHeld(guard);
    for (let i = 0; i < 50; i++) expect((await guard.admit(`colleague ${i}`)).allowed).toBe(true);
  });

  it("holds back a limited number of answers, and a valid key of a slowed network passes beside them", async () => {
    const { guard, clock } = setUp();
    for (let network = 0; guard.delayed < delayedMax; network++) {
      if (network % 6 === 0) clock.atMs += forgetAfterMs;
      await failFive(guard, `n${network}`);
      for (let i = 0; i < slowedChecksMax && guard.delayed < delayedMax; i++) await failHeld(guard, `n${network}`);
    }
    clock.atMs += forgetAfterMs;
    await failFive(guard, "last");
    expect((await attemptIn(await guard.admit("last")).failed()).attemptsLeft).toBe(0);
    expect(guard.delayed).toBe(delayedMax);
    await attemptIn(await guard.admit("last")).passed();
  });

  it("by a flood from one network lets a limited number of it wait to be counted, and others beside it", async () => {
    const { guard } = setUp();
    const flood = Array.from({ length: 1_000 }, () => guard.admit("a"));
    const other = guard.admit("b");
    const refused = (await Promise.all(flood)).filter((each) => !each.allowed && each.waitSeconds === 1);
    expect(refused.length).toBeGreaterThanOrEqual(1_000 - waitingOfNetworkMax);
    expect((await other).allowed).toBe(true);
  });

  it("is counted once, however often an attempt is ended", async () => {
    const { guard } = setUp();
    const attempt = attemptIn(await guard.admit("a"));
    await attempt.failed();
    await attempt.passed();
    expect((await attempt.failed()).attemptsLeft).toBe(4);
  });

  it("leaves no trace where an attempt ends without a wrong key, or with its process", async () => {
    const { guard, clock, store } = setUp();
    for (let i = 0; i < 100; i++) await attemptIn(await guard.admit(`${i}`)).passed();
    expect(await first(store, "select count(*) from sign_in_networks")).toBe(0);
    expect(await first(store, "select count(*) from sign_in_checks")).toBe(0);
    for (let i = 0; i < failuresPerMinuteOverall; i++) await guard.admit(`lost ${i}`);
    expect(await guard.admit("lost 1")).toEqual({ allowed: false, waitSeconds: 3 });
    clock.atMs += checkEveryMs;
    expect((await guard.admit("lost 1")).allowed).toBe(true);
    expect((await guard.admit("lost 1")).allowed).toBe(false);
    clock.atMs += 121_000;
    for (let i = 0; i < failuresUntilSlowed; i++) expect((await guard.admit("a")).allowed).toBe(true);
  });
});
