import { describe, expect, it, vi } from "vitest";
import { first, openTestStore } from "../store/testing/test-store.ts";
import {
  type Admission,
  type Attempt,
  delayedMax,
  failuresPerMinuteOverall,
  failuresUntilSlowed,
  forgetAfterMs,
  SignInGuard,
  slowedChecksMax,
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

  it("is limited over all networks and processes together, so that a hundred addresses guess no faster", async () => {
    const { ofProcess, clock } = setUp();
    const guards = [ofProcess(), ofProcess()] as const;
    let taken = 0;
    for (let network = 0; network < 100; network++) {
      const admission = await guards[network % 2 === 0 ? 0 : 1].admit(`${network}`);
      if (!admission.allowed) continue;
      await admission.attempt.failed();
      taken++;
    }
    expect(taken).toBe(failuresPerMinuteOverall);
    expect(await guards[0].admit("new")).toEqual({ allowed: false, waitSeconds: 60 });
    clock.atMs += forgetAfterMs;
    expect((await guards[1].admit("new")).allowed).toBe(true);
  });

  it("by a hundred addresses in the same moment is limited as well", async () => {
    const { guard } = setUp();
    const all = await Promise.all(Array.from({ length: 100 }, (_, index) => guard.admit(`${index}`)));
    expect(all.filter((each) => each.allowed)).toHaveLength(failuresPerMinuteOverall);
  });

  it("in one slowed network doesn't use up the limit that all networks share", async () => {
    const { guard } = setUp();
    await failFive(guard);
    for (let i = 0; i < slowedChecksMax; i++) await failHeld(guard);
    for (let i = 0; i < 50; i++) expect((await guard.admit(`colleague ${i}`)).allowed).toBe(true);
  });

  it("holds back a limited number of answers, and lets a limited number wait to be counted", async () => {
    const { guard, clock } = setUp();
    for (let network = 0; guard.delayed < delayedMax; network++) {
      if (network % 6 === 0) clock.atMs += forgetAfterMs;
      await failFive(guard, `n${network}`);
      for (let i = 0; i < slowedChecksMax && guard.delayed < delayedMax; i++) await failHeld(guard, `n${network}`);
    }
    clock.atMs += forgetAfterMs;
    await failFive(guard, "last");
    expect(await guard.admit("last")).toEqual({ allowed: false, waitSeconds: 1 });
    const flood = await Promise.all(Array.from({ length: 1_000 }, () => guard.admit("last")));
    expect(flood.every(({ allowed }) => !allowed)).toBe(true);
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
    expect((await guard.admit("a")).allowed).toBe(false);
    clock.atMs += 121_000;
    expect((await guard.admit("a")).allowed).toBe(true);
  });
});
