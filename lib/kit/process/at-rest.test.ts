import { getHeapStatistics } from "node:v8";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveBackHeap, whenQuiet } from "./at-rest.ts";

const collections = vi.hoisted(() => ({ count: 0 }));
vi.mock("node:vm", async (original) => {
  const vm = await original<typeof import("node:vm")>();
  return {
    ...vm,
    runInNewContext(code: string) {
      collections.count++;
      return vm.runInNewContext(code);
    },
  };
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function unexpected(error: unknown): void {
  throw error;
}

test("memory is given back once nothing was asked for a while, and again after the next work", () => {
  const given = vi.fn<() => void>();
  const quiet = whenQuiet(given, unexpected, 1_000);
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(900);
    quiet.worked();
  }
  expect(given).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(given).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100_000);
  expect(given).toHaveBeenCalledTimes(1);
  quiet.worked();
  vi.advanceTimersByTime(1_000);
  expect(given).toHaveBeenCalledTimes(2);
  quiet.worked();
  quiet.end();
  vi.advanceTimersByTime(1_000);
  expect(given).toHaveBeenCalledTimes(2);
});

test("where giving back fails the program goes on, and it is tried again after the next work", () => {
  const failures: unknown[] = [];
  const error = new Error("the database is closed");
  const give = () => {
    throw error;
  };
  const quiet = whenQuiet(give, (failure) => failures.push(failure), 1_000);
  vi.advanceTimersByTime(1_000);
  expect(failures).toEqual([error]);
  quiet.worked();
  vi.advanceTimersByTime(1_000);
  expect(failures).toEqual([error, error]);
});

test("what is no longer used goes back to the system, and where there is little of it nothing is collected", () => {
  const taken = () => getHeapStatistics().total_physical_size;
  let kept: unknown[] = Array.from({ length: 300_000 }, (_, i) => ({ i, text: `${i}` }));
  const before = taken();
  expect(kept).toHaveLength(300_000);
  kept = [];
  giveBackHeap();
  expect(before - taken()).toBeGreaterThan(10_000_000);
  expect(collections.count).toBe(1);
  giveBackHeap();
  expect(collections.count).toBe(1);
});
