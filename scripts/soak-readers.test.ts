import { describe, expect, it } from "vitest";
import { slopePerMinute, summary } from "./soak-readers-figures.ts";

const page = (startedAt: number, result = "200", tookMs = 100) => ({ startedAt, tookMs, result });

describe("the figures of the readers' soak", () => {
  it("count what broke while the web app was down apart, and only that", () => {
    const totals = summary({
      outcomes: [
        page(0),
        page(1_000, "ECONNREFUSED"),
        page(5_000, "ECONNREFUSED"),
        page(4_950, "UND_ERR_SOCKET"),
        page(5_500, "500"),
        page(6_000, "429"),
        page(9_000, "TimeoutError"),
      ],
      down: { from: 5_000, to: 8_000 },
      memory: [],
      readers: 3,
      load: 1,
    });
    expect(totals).toMatchObject({ pages: 1, errors: 3, refusals: 1, refusedWhileDown: 2, downMs: 3_000 });
  });

  it("count every broken connection as an error where nothing was restarted", () => {
    const outcomes = [page(0), page(1_000, "ECONNREFUSED"), page(2_000, "429")];
    const totals = summary({ outcomes, down: undefined, memory: [], readers: 1, load: 0 });
    expect(totals).toMatchObject({ pages: 1, errors: 1, refusals: 1, refusedWhileDown: 0, downMs: 0 });
  });

  it("tell the growth of memory after the restart and its warm-up, by a minute", () => {
    const memory = Array.from({ length: 121 }, (_, at) => ({
      atMs: at * 5_000,
      rssBytes: at < 30 ? 0 : 100e6 + at * 1e6,
      heapBytes: 50e6,
    }));
    const totals = summary({ outcomes: [], down: { from: 100_000, to: 110_000 }, memory, readers: 1, load: 0 });
    expect(totals).toMatchObject({ rssSlopeMb: 12, heapSlopeMb: 0, rssMaxMb: 220 });
    expect(slopePerMinute([[0, 5]])).toBe(0);
  });

  it("tell the time of pages that came, from the middle to the last", () => {
    const outcomes = Array.from({ length: 200 }, (_, at) => page(at, "200", at + 1));
    const totals = summary({ outcomes, down: { from: 0, to: 0 }, memory: [], readers: 1, load: 0 });
    expect(totals).toMatchObject({ p50Ms: 101, p95Ms: 191, p99Ms: 199, maxMs: 200 });
  });
});
