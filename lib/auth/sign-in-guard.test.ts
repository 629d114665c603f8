import { describe, expect, it } from "vitest";
import {
  type Admission,
  type Attempt,
  failuresPerMinuteOverall,
  failuresUntilSlowed,
  forgetAfterMs,
  delayedMax,
  networksMax,
  SignInGuard,
  slowedChecksMax,
} from "./sign-in-guard.ts";

/** A clock that the test moves; delayed answers are recorded and released by the test. */
function setUp(atMs = 1_000_000) {
  const clock = { atMs, delays: [] as number[], release: [] as (() => void)[] };
  const guard = new SignInGuard({
    nowMs: () => clock.atMs,
    sleep: (ms) => {
      clock.delays.push(ms);
      return new Promise((resolve) => clock.release.push(resolve));
    },
  });
  return { guard, clock };
}

function attemptIn(admission: Admission): Attempt {
  if (!admission.allowed) throw new Error(`refused for ${admission.waitSeconds} s`);
  return admission.attempt;
}

async function failFive(guard: SignInGuard, network = "a"): Promise<void> {
  for (let i = 0; i < failuresUntilSlowed; i++) await attemptIn(guard.admit(network)).failed();
}

describe("guessing keys", () => {
  it("is told how many wrong keys are left before the network is slowed", async () => {
    const { guard } = setUp();
    const left: number[] = [];
    for (let i = 0; i < failuresUntilSlowed; i++) {
      left.push((await attemptIn(guard.admit("a")).failed()).attemptsLeft);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
  });

  it("is answered later and later after five wrong keys, up to a limit", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    expect(clock.delays).toEqual([]);
    for (let i = 0; i < 6; i++) void attemptIn(guard.admit("a")).failed();
    expect(clock.delays).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
    expect(guard.size.delayed).toBe(6);
  });

  it("delays the answer until the time has passed, and then says how long the network stays slowed", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    let answered = false;
    const verdict = attemptIn(guard.admit("a"))
      .failed()
      .then((told) => {
        answered = true;
        return told;
      });
    await Promise.resolve();
    expect(answered).toBe(false);
    clock.atMs += 1000;
    clock.release[0]?.();
    expect(await verdict).toEqual({ attemptsLeft: 0, slowedSeconds: 59 });
    expect(guard.size.delayed).toBe(0);
  });

  it("does not slow a valid key of the same network, even while answers to wrong keys are delayed", async () => {
    const { guard } = setUp();
    await failFive(guard);
    for (let i = 0; i < 10; i++) void attemptIn(guard.admit("a")).failed();
    const valid = guard.admit("a");
    expect(valid.allowed).toBe(true);
    attemptIn(valid).passed();
  });

  it("by many requests at once sends the service no more keys than by one after the other", () => {
    const { guard } = setUp();
    const admitted = Array.from({ length: 500 }, () => guard.admit("a")).filter(({ allowed }) => allowed);
    expect(admitted).toHaveLength(failuresUntilSlowed + slowedChecksMax);
  });

  it("regains one attempt every two seconds when its network's attempts are used up", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    const spend = () => {
      let count = 0;
      for (let admission = guard.admit("a"); admission.allowed; admission = guard.admit("a")) {
        void admission.attempt.failed();
        count++;
      }
      return count;
    };
    expect(spend()).toBe(slowedChecksMax);
    expect(guard.admit("a")).toEqual({ allowed: false, waitSeconds: 2 });
    clock.atMs += 4000;
    expect(spend()).toBe(2);
  });

  it("is forgotten a minute after the last wrong key, but not after a valid one", async () => {
    const { guard, clock } = setUp();
    await failFive(guard);
    attemptIn(guard.admit("a")).passed();
    void attemptIn(guard.admit("a")).failed();
    expect(clock.delays).toHaveLength(1);
    clock.atMs += forgetAfterMs;
    expect(await attemptIn(guard.admit("a")).failed()).toEqual({ attemptsLeft: 4, slowedSeconds: 0 });
  });

  it("in one network slows no other", async () => {
    const { guard } = setUp();
    await failFive(guard);
    expect(await attemptIn(guard.admit("b")).failed()).toEqual({ attemptsLeft: 4, slowedSeconds: 0 });
  });

  it("is limited over all networks together, so that a thousand addresses guess no faster", async () => {
    const { guard, clock } = setUp();
    let taken = 0;
    for (let network = 0; network < 1000; network++) {
      const admission = guard.admit(`${network}`);
      if (!admission.allowed) continue;
      await admission.attempt.failed();
      taken++;
    }
    expect(taken).toBe(failuresPerMinuteOverall);
    expect(guard.admit("new")).toEqual({ allowed: false, waitSeconds: 60 });
    clock.atMs += forgetAfterMs;
    expect(guard.admit("new").allowed).toBe(true);
  });

  it("by a thousand addresses in the same moment is limited as well", () => {
    const { guard } = setUp();
    const admitted = Array.from({ length: 1000 }, (_, index) => guard.admit(`${index}`)).filter((each) => each.allowed);
    expect(admitted).toHaveLength(failuresPerMinuteOverall);
  });

  it("in one slowed network doesn't use up the limit that all networks share", async () => {
    const { guard } = setUp();
    await failFive(guard);
    for (let i = 0; i < slowedChecksMax; i++) void attemptIn(guard.admit("a")).failed();
    for (let i = 0; i < 50; i++) expect(guard.admit(`colleague ${i}`).allowed).toBe(true);
  });

  it("keeps a limited number of networks and of delayed answers in memory", async () => {
    const { guard, clock } = setUp();
    for (let i = 0; i < networksMax + 500; i++) {
      if (i % failuresPerMinuteOverall === 0) clock.atMs += forgetAfterMs;
      await attemptIn(guard.admit(`${i}`)).failed();
    }
    expect(guard.size.networks).toBe(networksMax);
    const other = setUp();
    for (let network = 0; other.guard.size.delayed < delayedMax; network++) {
      if (network % 12 === 0) other.clock.atMs += forgetAfterMs;
      await failFive(other.guard, `n${network}`);
      for (let i = 0; i < slowedChecksMax && other.guard.size.delayed < delayedMax; i++) {
        void attemptIn(other.guard.admit(`n${network}`)).failed();
      }
    }
    await failFive(other.guard, "last");
    expect(other.guard.admit("last")).toEqual({ allowed: false, waitSeconds: 1 });
  });

  it("is counted once, however often an attempt is ended", async () => {
    const { guard } = setUp();
    const attempt = attemptIn(guard.admit("a"));
    await attempt.failed();
    attempt.passed();
    expect((await attempt.failed()).attemptsLeft).toBe(4);
  });

  it("leaves no trace where an attempt ends without a wrong key", () => {
    const { guard } = setUp();
    for (let i = 0; i < 200; i++) attemptIn(guard.admit(`${i}`)).passed();
    expect(guard.size.networks).toBe(0);
  });
});
