import { expect, test } from "vitest";
import { leaseMs } from "../kit/process/leases.ts";
import { Claims } from "./claims.ts";
import { first, openTestStore } from "./testing/test-store.ts";

/** Processes on one store, with one clock. */
function processes(count: number) {
  const store = openTestStore();
  const clock = { now: 1_000_000 };
  const claims = Array.from({ length: count }, () => new Claims(store, { now: () => clock.now }));
  return { store, clock, claims };
}

test("of processes that take a piece of work at once one does it, and the others are told", async () => {
  const { store, claims } = processes(4);
  let begun = 0;
  const others = Promise.withResolvers<void>();
  const work = async () => {
    begun += 1;
    await others.promise;
  };
  const takers = [...claims, ...claims];
  let refused = 0;
  const done = await Promise.all(
    takers.map(async (each) => {
      const mine = await each.alone("a", work);
      if (mine === undefined && ++refused === takers.length - 1) others.resolve();
      return mine;
    }),
  );
  expect(begun).toBe(1);
  expect(done.filter((each) => each !== undefined).length).toBe(1);
  expect(await first(store, "select count(*) from claims")).toBe(0);
});

test("other work is not held up, and what failed is free again", async () => {
  const { claims } = processes(2);
  const [one, two] = claims;
  await one?.alone("a", async () => {
    expect(await two?.alone("b", async () => 1)).toEqual({ done: 1 });
    expect(await two?.isTaken("a")).toBe(true);
    expect(await two?.alone("a", async () => 1)).toBeUndefined();
  });
  await expect(one?.alone("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await two?.alone("a", async () => 1)).toEqual({ done: 1 });
});

test("what a killed process had is free once its lease has run out, and what a stopped one had at once", async () => {
  const { clock, claims } = processes(2);
  const [one, two] = claims;
  const never = () => new Promise<void>(() => undefined);
  void one?.alone("a", never);
  await expect.poll(() => two?.isTaken("a")).toBe(true);
  clock.now += leaseMs;
  expect(await two?.alone("a", async () => 1)).toBeUndefined();
  clock.now += 1;
  expect(await two?.alone("a", async () => 1)).toEqual({ done: 1 });

  void one?.alone("b", never);
  await expect.poll(() => two?.isTaken("b")).toBe(true);
  await one?.letGoOfAll();
  expect(await two?.alone("b", async () => 1)).toEqual({ done: 1 });
});

test("a clock that was set back makes no claim last", async () => {
  const { clock, claims } = processes(2);
  const [one, two] = claims;
  void one?.alone("a", () => new Promise<void>(() => undefined));
  await expect.poll(() => two?.isTaken("a")).toBe(true);
  clock.now -= 3_600_000;
  expect(await two?.alone("a", async () => 1)).toEqual({ done: 1 });
});

test("where no other process can live, what is found is of one that has ended", async () => {
  const { store, clock, claims } = processes(1);
  void claims[0]?.alone("a", () => new Promise<void>(() => undefined));
  await expect.poll(() => claims[0]?.isTaken("a")).toBe(true);
  const next = new Claims(store, { isAlone: true, now: () => clock.now });
  expect(await next.alone("a", async () => 1)).toEqual({ done: 1 });
});
