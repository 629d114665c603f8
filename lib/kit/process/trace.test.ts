import { expect, test } from "vitest";
import { currentTrace, inTrace, readTraceparent, traceHeaders } from "./trace.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const given = `00-${traceId}-b7ad6b7169203331-01`;

test("a caller's trace is passed on under a span of our own", async () => {
  const sent = await inTrace(readTraceparent(given), async () => {
    await Promise.resolve();
    return traceHeaders().traceparent;
  });
  expect(sent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  expect(sent).not.toBe(given);
  expect(currentTrace()).toBeUndefined();
});

test.each([
  undefined,
  "",
  `${given}-more`,
  given.toUpperCase(),
  `ff${given.slice(2)}`,
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `${given}, ${given}`,
  `${given}\n{"level":"error"}`,
  `01-${traceId}-b7ad6b7169203331-01-${"x".repeat(100_000)}`,
])("%j is ignored, and a new trace begins", (header) => {
  expect(readTraceparent(header)).toBeUndefined();
  expect(inTrace(readTraceparent(header), currentTrace)?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(inTrace(readTraceparent(header), currentTrace)?.traceId).not.toBe(traceId);
});

test("a later version is read as far as it is known", () => {
  expect(readTraceparent(`01-${traceId}-b7ad6b7169203331-03-more`)).toEqual({
    ...{ traceId, spanId: "b7ad6b7169203331", sampled: true },
  });
});
