import { expect, test } from "vitest";
import { pageToLoad } from "./free-pages.ts";
import { Pace, perMinuteMax } from "./pace.ts";

const here = "http://localhost:3000/issuers/971A?type=earnings_summary";

test.each([
  ["/documents/S100ZX4K", "/documents/S100ZX4K"],
  ["/documents/S100ZX4K#contents", "/documents/S100ZX4K"],
  ["http://localhost:3000/issuers/130A", "/issuers/130A"],
  ["/news/n-1", "/news/n-1"],
  ["/read?family=edinet_filing", "/read?family=edinet_filing"],
  ["/ask?q=x", "/ask?q=x"],
])("%s is loaded when it is pointed at", (href, address) => expect(pageToLoad(href, here)).toBe(address));

test.each([
  "/",
  "/read/news",
  "/documents/S100ZX4K/sections/s-1",
  "/documents/S100ZX4K/pages/3",
  "/documents/S100ZX4K/originals/pdf",
  "/api/library/export",
  "/api/owned/artifacts/a",
  "/sign-in",
  "https://disclosure.example/documents/S100ZX4K",
  "mailto:x@example.com",
  "/issuers/971A?type=earnings_summary",
])("%s is not", (href) => expect(pageToLoad(href, here)).toBeUndefined());

test("a sweep over many links loads few of them, each once, and goes on later", () => {
  const pace = new Pace();
  expect(pace.take("/a", 0)).toBe(true);
  expect(pace.take("/b", 100)).toBe(false);
  expect(pace.take("/b", 300)).toBe(true);
  expect(pace.take("/a", 1_000)).toBe(false);
  expect(pace.take("/a", 61_000)).toBe(true);
  const busy = new Pace();
  const taken = Array.from({ length: 100 }, (_, at) => busy.take(`/${at}`, at * 500)).filter(Boolean);
  expect(taken).toHaveLength(perMinuteMax);
});
