import { expect, test } from "vitest";
import { SerialQueue } from "./turns.ts";

test("work runs one at a time, in the order in which it came, whatever fails", async () => {
  const turns = new SerialQueue();
  const seen: string[] = [];
  const work = (name: string, fails = false) =>
    turns.take(async () => {
      seen.push(`${name} begins`);
      for (let i = 0; i < 5; i++) await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([work("a"), work("b", true), work("c")]);
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect(turns.isIdle).toBe(true);
});

test("whoever comes while a turn is handed over waits behind the one who gets it", async () => {
  const turns = new SerialQueue();
  const seen: string[] = [];
  const first = turns.take(() => Promise.resolve());
  const second = turns.take(async () => {
    seen.push("second begins");
    await Promise.resolve();
    seen.push("second ends");
  });
  const late = first.then(() => turns.take(() => void seen.push("late")));
  await Promise.all([second, late]);
  expect(seen).toEqual(["second begins", "second ends", "late"]);
});
