import { describe, expect, it } from "vitest";
import { pauseFor, pauseKey } from "./key-state.ts";
import { readLimits, resetTime, retryAfterMs } from "./limits.ts";

const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0);

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["20", 20_000],
    [" 1.5 ", 1500],
    ["Sat, 21 Nov 2026 03:01:00 GMT", 60_000],
    ["Sat, 21 Nov 2026 02:59:00 GMT", 0],
    ["999999999", 24 * 3_600_000],
    ["soon", null],
    ["", null],
    ["-5", null],
    [null, null],
  ])("%j is %j milliseconds", (text, ms) => {
    // A date in 2001 is what some parsers make of "-5"; the past asks for no pause.
    expect(retryAfterMs(text, nowMs)).toBe(text === "-5" ? 0 : ms);
  });
});

describe("the reset of a limit", () => {
  it.each([
    ["1795230060", 1_795_230_060_000],
    ["1795230060000", 1_795_230_060_000],
    ["30", nowMs + 30_000],
    ["0", nowMs],
    ["2026-11-21T12:01:00+09:00", nowMs + 60_000],
    ["later", null],
    [null, null],
  ])("given as %j is told apart", (text, ms) => expect(resetTime(text, nowMs)).toBe(ms));

  it("is read with its limit, and what a service leaves out stays unknown", () => {
    const headers: Record<string, string> = {
      "x-ratelimit-limit": "600",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "30",
      "x-quota-compute-remaining": "412",
    };
    expect(readLimits((name) => headers[name] ?? null, nowMs)).toEqual({
      rate: { limit: 600, remaining: 0, resetAtMs: nowMs + 30_000 },
      catalog: null,
      compute: { limit: null, remaining: 412, resetAtMs: null },
      seenAtMs: nowMs,
    });
  });
});

describe("a pause", () => {
  it("is never shortened by a later, milder one, and ends by itself", () => {
    pauseKey("k1", "all", { untilMs: nowMs + 60_000, code: "a" });
    pauseKey("k1", "all", { untilMs: nowMs + 10_000, code: "b" });
    expect(pauseFor("k1", "free", nowMs + 59_999)?.code).toBe("a");
    expect(pauseFor("k1", "free", nowMs + 60_000)).toBeUndefined();
    expect(pauseFor("k2", "free", nowMs)).toBeUndefined();
  });

  it("of used-up credits stops what is paid and lets free calls through", () => {
    pauseKey("k3", "paid", { untilMs: nowMs + 60_000, code: "quota_exceeded" });
    expect(pauseFor("k3", "free", nowMs)).toBeUndefined();
    expect(pauseFor("k3", "paid", nowMs)?.code).toBe("quota_exceeded");
  });
});
