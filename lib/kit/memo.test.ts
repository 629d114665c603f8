import fc from "fast-check";
import { expect, test } from "vitest";
import { Memo } from "./memo.ts";

test("what was asked for the longest ago goes first where there is no room", () => {
  const memo = new Memo<string>(2);
  memo.set("a", "1");
  memo.set("b", "2");
  expect(memo.get("a")).toBe("1");
  memo.set("c", "3");
  expect([memo.get("a"), memo.get("b"), memo.get("c")]).toEqual(["1", undefined, "3"]);
});

test("a value may be undefined, and is then known", () => {
  const memo = new Memo<undefined>(1);
  expect(memo.has("a")).toBe(false);
  memo.set("a", undefined);
  expect(memo.has("a")).toBe(true);
});

test("a value that alone is heavier than the bound replaces what had its name and pushes out nothing else", () => {
  const memo = new Memo<string>(5, (text) => text.length);
  memo.set("a", "123");
  memo.set("b", "45");
  memo.set("b", "123456");
  expect([memo.get("a"), memo.get("b"), memo.size]).toEqual(["123", undefined, 3]);
});

test("its size is the weight of what is in it and never passes the bound", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d"), text: fc.option(fc.string({ maxLength: 7 })) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const memo = new Memo<string>(10, (text) => text.length);
      for (const { key, text } of steps) {
        if (text === null) memo.delete(key);
        else memo.set(key, text);
        const inIt = ["a", "b", "c", "d"].map((each) => memo.get(each)?.length ?? 0).reduce((sum, each) => sum + each);
        expect(memo.size).toBe(inIt);
        expect(memo.size).toBeLessThanOrEqual(memo.max);
      }
      memo.clear();
      expect([memo.size, memo.has("a")]).toEqual([0, false]);
    }),
  );
});
