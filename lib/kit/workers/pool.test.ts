import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { PoolBusyError, PoolClosedError, TaskLateError, WorkerEndedError } from "./errors.ts";
import { type PoolOptions, WorkerPool } from "./pool.ts";
import type { TestWork } from "./testing/test-work.ts";

const pools: WorkerPool<TestWork>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

function open(options: Partial<PoolOptions> = {}): WorkerPool<TestWork> {
  const pool = new WorkerPool<TestWork>({
    worker: new URL("./testing/worker.ts", import.meta.url),
    name: "test",
    threads: 1,
    waitingMax: 100,
    settings: "set",
    silent: true,
    ...options,
  });
  pools.push(pool);
  return pool;
}

test("more tasks than threads are all answered, each its own", async () => {
  const pool = open({ threads: 2 });
  const words = Array.from({ length: 30 }, (_, i) => `word ${i}`);
  expect(await Promise.all(words.map((word) => pool.ask("echo", word)))).toEqual(words.map((word) => `set ${word}`));
  expect(pool.waiting).toBe(0);
});

test("what a task throws is its answer, and the thread goes on", async () => {
  const pool = open();
  const before = await pool.ask("thread", null);
  await expect(pool.ask("fail", "no such page")).rejects.toThrow("no such page");
  expect(await pool.ask("thread", null)).toBe(before);
});

test("beyond its bound a task is refused at once, and the ones that wait are answered", async () => {
  const pool = open({ waitingMax: 2 });
  const asked = [1, 2, 3].map((ms) => pool.ask("later", ms));
  await expect(pool.ask("later", 4)).rejects.toThrow(PoolBusyError);
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  expect(await pool.ask("later", 5)).toBe(5);
});

test("a task that would wait longer than it may is refused at once and told how long, and a free thread takes any", async () => {
  const pool = open({ waitMsMax: 100 });
  await pool.ask("later", 200);
  const asked = [1, 2].map((ms) => pool.ask("later", ms));
  const refused = await pool.ask("later", 3).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PoolBusyError);
  if (refused instanceof PoolBusyError) expect(refused.waitMs).toBeGreaterThan(100);
  expect(await Promise.all(asked)).toEqual([1, 2]);
  expect(await pool.ask("later", 3)).toBe(3);
});

test("what waits for a caller that has gone makes room at once", async () => {
  const pool = open({ waitingMax: 1 });
  const caller = new AbortController();
  const running = pool.ask("later", 30);
  const gone = pool.ask("later", 1, { signal: caller.signal });
  await expect(pool.ask("later", 2)).rejects.toThrow(PoolBusyError);
  caller.abort();
  await expect(gone).rejects.toMatchObject({ name: "AbortError" });
  expect(await pool.ask("later", 3)).toBe(3);
  expect(await running).toBe(30);
});

test("a caller that goes is answered at once with its own reason, running or waiting, and the next is served", async () => {
  const pool = open();
  const caller = new AbortController();
  const running = pool.ask("hang", null, { signal: caller.signal });
  const waiting = pool.ask("echo", "a", { signal: caller.signal });
  const next = pool.ask("echo", "b");
  const reason = new Error("the reader left");
  caller.abort(reason);
  await expect(running).rejects.toBe(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(pool.ask("echo", "c", { signal: caller.signal })).rejects.toBe(reason);
  expect(await next).toBe("set b");
});

test("a thread that asks between its steps is told to stop and stays; one that does not is replaced", async () => {
  const pool = open({ stopWithinMs: 10_000 });
  const before = await pool.ask("thread", null);
  const caller = new AbortController();
  const stopped = pool.ask("steps", null, { signal: caller.signal });
  caller.abort();
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  expect(await pool.ask("thread", null)).toBe(before);

  const hasty = open({ stopWithinMs: 5 });
  const first = await hasty.ask("thread", null);
  const other = new AbortController();
  const hung = hasty.ask("hang", null, { signal: other.signal });
  other.abort();
  await expect(hung).rejects.toMatchObject({ name: "AbortError" });
  expect(await hasty.ask("thread", null)).not.toBe(first);
});

test("a task that takes too long is given up with its thread, and the next is served", async () => {
  const pool = open({ deadlineMs: 400 });
  await expect(pool.ask("hang", null)).rejects.toThrow(TaskLateError);
  const other = open({ deadlineMs: 60_000 });
  expect(await other.ask("later", 1)).toBe(1);
});

test.each([
  ["ends", (pool: WorkerPool<TestWork>) => pool.ask("exit", 3)],
  ["throws outside of its task", (pool: WorkerPool<TestWork>) => pool.ask("crash", null)],
])("a thread that %s fails its own task alone", async (_how, breaking) => {
  const pool = open();
  const broken = breaking(pool);
  const next = pool.ask("echo", "a");
  await expect(broken).rejects.toMatchObject({ name: "WorkerEndedError", outOfMemory: false });
  expect(await next).toBe("set a");
});

test("a thread that needs more memory than it may ends, the process and the next task do not", async () => {
  const pool = open({ heapMb: 24 });
  const filled = pool.ask("fill", null);
  await expect(filled).rejects.toThrow(WorkerEndedError);
  await expect(filled).rejects.toMatchObject({ outOfMemory: true });
  expect(await pool.ask("echo", "a")).toBe("set a");
});

test("a worker that can't be started fails the task and not the process", async () => {
  const pool = open({ worker: new URL("./testing/none.ts", import.meta.url) });
  await expect(pool.ask("echo", "a")).rejects.toThrow(WorkerEndedError);
});

test("tasks of a place go to the thread that knows it, and nobody waits for ever behind them", async () => {
  const pool = open({ threads: 2 });
  const [a, b] = await Promise.all([
    pool.ask("thread", null, { place: "a" }),
    pool.ask("thread", null, { place: "b" }),
  ]);
  expect(a).not.toBe(b);
  for (let i = 0; i < 3; i++) {
    expect(await pool.ask("thread", null, { place: "b" })).toBe(b);
    expect(await pool.ask("thread", null, { place: "a" })).toBe(a);
  }
  const single = open();
  const order: string[] = [];
  const ask = (place: string) => single.ask("later", 0, { place }).then(() => order.push(place));
  await Promise.all([ask("a"), ask("other"), ...Array.from({ length: 40 }, () => ask("a"))]);
  expect(order.indexOf("other")).toBeGreaterThan(1);
  expect(order.indexOf("other")).toBeLessThan(20);
});

test("a thread that had nothing to do for a while ends, and the next task gets another", async () => {
  const pool = open({ idleMs: 5 });
  const first = await pool.ask("thread", null);
  // A task that takes longer than a thread may be idle is no idleness.
  expect(await pool.ask("later", 60)).toBe(60);
  expect(await pool.ask("thread", null)).toBe(first);
  await delay(60);
  expect(await pool.ask("thread", null)).not.toBe(first);
});

test("a closed pool fails what runs, what waits and what comes", async () => {
  const pool = open();
  const all = [pool.ask("hang", null), pool.ask("echo", "a")];
  const settled = Promise.allSettled(all);
  await pool.close();
  for (const each of await settled)
    expect(each).toMatchObject({ status: "rejected", reason: { name: "PoolClosedError" } });
  await expect(pool.ask("echo", "b")).rejects.toThrow(PoolClosedError);
});
