import { describe, expect, it } from "vitest";
import { readLimits, resetTime } from "../kit/retry/limits.ts";
import { KeyStates } from "./key-state.ts";

const nowMs = Date.UTC(2026, 10, 21, 3, 0, 0);

describe("the reset of a limit", () => {
  it.each([
    ["1795230060", 1_795_230_060_000],
    ["1795230060000", 1_795_230_060_000],
    ["30", nowMs + 30_000],
    ["0", nowMs],
    ["2026-11-21T12:01:00+09:00", nowMs + 60_000],
    ["later", null],
    [null, null],
  ])("given as %j is recognised", (text, ms) => expect(resetTime(text, nowMs)).toBe(ms));

  it("is read with its limit, and what a service leaves out is unknown", () => {
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
  const keys = new KeyStates();
  it("is never shortened by a later, milder one, and ends by itself", () => {
    keys.pause("k1", "all", { untilMs: nowMs + 60_000, code: "a" }, nowMs);
    keys.pause("k1", "all", { untilMs: nowMs + 10_000, code: "b" }, nowMs);
    expect(keys.pauseFor("k1", "free", nowMs + 59_999)?.code).toBe("a");
    expect(keys.pauseFor("k1", "free", nowMs + 60_000)).toBeUndefined();
    expect(keys.pauseFor("k2", "free", nowMs)).toBeUndefined();
  });

  it("lasts no longer than requested where the wall clock is set back", () => {
    keys.pause("k4", "all", { untilMs: nowMs + 60_000, code: "a" }, nowMs);
    const hourBefore = nowMs - 3_600_000;
    expect(keys.pauseFor("k4", "free", hourBefore)?.untilMs).toBe(hourBefore + 60_000);
    expect(keys.pauseFor("k4", "free", hourBefore + 60_000)).toBeUndefined();
  });

  it("for used-up credits stops paid calls and allows free ones", () => {
    keys.pause("k3", "paid", { untilMs: nowMs + 60_000, code: "quota_exceeded" }, nowMs);
    expect(keys.pauseFor("k3", "free", nowMs)).toBeUndefined();
    expect(keys.pauseFor("k3", "paid", nowMs)?.code).toBe("quota_exceeded");
  });
});
