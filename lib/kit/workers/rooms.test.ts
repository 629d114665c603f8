import { expect, test } from "vitest";
import { WorkerPool } from "./pool.ts";
import { Rooms } from "./rooms.ts";
import type { TestWork } from "./testing/test-work.ts";

test("what is copied stays as it was, numbers after bytes, and something larger than a piece", () => {
  const rooms = new Rooms();
  const source = Uint8Array.of(1, 2, 3);
  const bytes = rooms.copy(source);
  const numbers = rooms.copyNumbers(Float64Array.of(2 ** 52 + 1, 0.5));
  const large = rooms.copy(new Uint8Array(3_000_000).fill(7));
  const after = rooms.copy(Uint8Array.of(9));
  source.fill(0);
  expect([...bytes]).toEqual([1, 2, 3]);
  expect([...numbers]).toEqual([2 ** 52 + 1, 0.5]);
  expect([large.length, large.every((each) => each === 7)]).toEqual([3_000_000, true]);
  expect([...after]).toEqual([9]);
  expect(bytes.buffer).toBe(numbers.buffer);
  const pieces = new Set<unknown>(rooms.pieces);
  expect([bytes, numbers, large, after].every(({ buffer }) => pieces.has(buffer))).toBe(true);
});

test("a thread that hands over the memory of its answer has none of it left", async () => {
  const pool = new WorkerPool<TestWork>({
    worker: new URL("./testing/worker.ts", import.meta.url),
    name: "test",
    threads: 1,
    waitingMax: 2,
    settings: "set",
  });
  try {
    expect([...(await pool.ask("hand", 5))]).toEqual([5, 5]);
    expect(await pool.ask("left", null)).toBe(0);
  } finally {
    await pool.close();
  }
});
