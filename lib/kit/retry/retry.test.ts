import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../upstream/problem-error.ts";
import { withRetries } from "../../upstream/retries.ts";
import { backoffMs } from "./backoff.ts";
import { retryAfterMs } from "./retry-after.ts";
import { RetryBucket, RetryBuckets } from "./retry-bucket.ts";

const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0);

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["20", 20_000],
    [" 1.5 ", 1_500],
    ["-5", 0],
    ["Sat, 21 Nov 2026 03:01:00 GMT", 60_000],
    ["Sat, 21 Nov 2026 02:59:00 GMT", 0],
    ["999999999999", 86_400_000],
    ["soon", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j is %j milliseconds", (header, wanted) => {
    expect(retryAfterMs(header, nowMs)).toBe(wanted);
  });
});

describe("a wait before a retry", () => {
  it("is random up to a limit that doubles", () => {
    const bounds = { firstMs: 400, maxMs: 8_000, leastMs: 50 };
    const attempt = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(attempt, fc.double({ min: 0, max: 0.999, noNaN: true }), (at, chance) => {
        const ms = backoffMs(at, chance, bounds);
        expect(ms).toBeGreaterThanOrEqual(50);
        expect(ms).toBeLessThanOrEqual(50 + Math.min(8_000, 400 * 2 ** (at - 1)));
      }),
    );
  });
});

describe("the limit on retries", () => {
  it("refuses when it is empty, until time has passed", () => {
    const bucket = new RetryBucket({ capacity: 10, perSecond: 0.5 }, 0);
    expect(Array.from({ length: 11 }, () => bucket.take(0)).filter(Boolean)).toHaveLength(10);
    expect(bucket.take(1_999)).toBe(false);
    expect(bucket.take(4_000)).toBe(true);
  });

  it("is separate for each service, and services not used for long are forgotten", () => {
    const buckets = new RetryBuckets({ capacity: 1, perSecond: 0 });
    expect(buckets.take("a", 0)).toBe(true);
    expect(buckets.take("a", 0)).toBe(false);
    expect(buckets.take("b", 0)).toBe(true);
    for (let other = 0; other < 100; other++) buckets.take(`service ${other}`, 0);
    expect(buckets.take("a", 0)).toBe(true);
  });
});

describe("free calls", () => {
  it("wait for a service that is starting, and for no other answer of it", async () => {
    const failuresOf = async (code: string) => {
      const waits: number[] = [];
      let attempts = 0;
      const sleep = async (ms: number) => void waits.push(ms);
      const clock = { monotonicMs: () => 0, random: () => 0, sleep };
      const buckets = new RetryBuckets({ capacity: 10, perSecond: 1 });
      const answered = await withRetries({ service: "a", buckets, deadlineMs: 10_000, clock }, async () => {
        if (++attempts < 3) throw new ProblemError({ status: 503, code, detail: "" });
        return "answered";
      }).catch(() => "refused");
      return { answered, waits };
    };
    expect(await failuresOf("service_starting")).toEqual({ answered: "answered", waits: [500, 500] });
    expect(await failuresOf("service_busy")).toEqual({ answered: "refused", waits: [] });
  });

  it("are retried as usual while the wall clock is set back by an hour", async () => {
    const wall = Date.now;
    let attempts = 0;
    const failing = () =>
      withRetries(
        { service: "set back", buckets: new RetryBuckets({ capacity: 10, perSecond: 1 }), deadlineMs: 10_000 },
        async () => {
          attempts += 1;
          throw new ProblemError({ status: 502, code: "upstream_unreachable", detail: "" });
        },
      ).catch(() => undefined);
    try {
      await failing();
      Date.now = () => wall() - 3_600_000;
      await failing();
    } finally {
      Date.now = wall;
    }
    expect(attempts).toBe(6);
  });
});
