import fc from "fast-check";
import { expect, test } from "vitest";
import { cheapestRoute, dominates, everyRoute, type RouteFacts, readingRoutes } from "./cheapest-route.ts";

const price = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
  .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
const facts: fc.Arbitrary<RouteFacts> = fc.record({
  content: fc.option(price),
  pages: fc
    .record({
      count: fc.option(fc.integer({ min: 0, max: 300 })),
      listed: fc.integer({ min: 0, max: 300 }),
      ownedShare: fc.double({ min: 0, max: 1, noNaN: true }),
      creditsEach: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ ownedShare, ...rest }) => ({ ...rest, owned: Math.floor(ownedShare * rest.listed) })),
  originals: fc.array(
    fc.record({
      originalId: fc.constantFrom("pdf", "zip"),
      owned: fc.boolean(),
      credits: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 3 },
  ),
});

test("no offered way is dominated by any other way there is", () => {
  fc.assert(
    fc.property(facts, (each) => {
      const offered = readingRoutes(each);
      for (const route of offered) expect(everyRoute(each).some((other) => dominates(other, route))).toBe(false);
    }),
  );
});

test("the recommended way is complete where one is, and no complete way costs less at worst", () => {
  fc.assert(
    fc.property(facts, (each) => {
      const best = cheapestRoute(each);
      const complete = everyRoute(each).filter((route) => route.complete);
      if (complete.length === 0) return;
      expect(best?.complete).toBe(true);
      for (const route of complete) expect(best?.price.max).toBeLessThanOrEqual(route.price.max);
    }),
  );
});

test("what is owned is always the way, for 0", () => {
  const owned: RouteFacts = {
    content: { min: 0, max: 0 },
    pages: { count: 3, listed: 3, owned: 0, creditsEach: 1 },
    originals: [{ originalId: "pdf", owned: false, credits: 8 }],
  };
  expect(cheapestRoute(owned)).toMatchObject({ kind: "content", price: { max: 0 } });
});

test("three page images beat an 8-credit text and its 8-credit file", () => {
  expect(
    cheapestRoute({
      content: { min: 8, max: 8 },
      pages: { count: 3, listed: 3, owned: 0, creditsEach: 1 },
      originals: [{ originalId: "pdf", owned: false, credits: 8 }],
    }),
  ).toMatchObject({ kind: "pages", price: { max: 3 } });
});

test("two equal files are not both left out", () => {
  const twin = { owned: false, credits: 8 };
  const routes = readingRoutes({
    content: null,
    pages: { count: null, listed: 0, owned: 0, creditsEach: 1 },
    originals: [
      { originalId: "pdf", ...twin },
      { originalId: "zip", ...twin },
    ],
  });
  expect(routes).toHaveLength(2);
});
