import { describe, expect, it } from "vitest";
import { isSlow } from "./line-speed";

const image = (kilobytes: number, ms: number, name = "/api/owned/documents/D1/pages/1") => ({
  name: `http://localhost:3000${name}`,
  transferSize: kilobytes * 1_000,
  responseStart: 100,
  responseEnd: 100 + ms,
});

describe("a slow line", () => {
  it("is told by the last page image that came over it", () => {
    expect(isSlow([image(270, 216)])).toBe(true);
    expect(isSlow([image(270, 216), image(270, 30)])).toBe(false);
    expect(isSlow([image(270, 30), image(270, 900)])).toBe(true);
    // The cover of a report is lighter than its pages.
    expect(isSlow([image(35, 80)])).toBe(true);
    expect(isSlow([image(35, 4)])).toBe(false);
  });

  it("is not told by what is small, from the cache, or no full image of a page", () => {
    expect(isSlow([])).toBe(false);
    expect(isSlow([image(10, 400)])).toBe(false);
    expect(isSlow([image(0, 0)])).toBe(false);
    expect(isSlow([image(270, 900, "/_next/static/chunks/a.js")])).toBe(false);
    expect(isSlow([image(270, 900, "/api/owned/documents/D1/pages/1?size=small")])).toBe(false);
  });
});
