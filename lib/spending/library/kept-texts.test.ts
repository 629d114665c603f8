import { beforeEach, expect, test } from "vitest";
import { Texts } from "../../kit/long-texts/texts.ts";
import { keptText } from "./kept-texts.ts";

let reads = 0;
let memo = new Texts().long;
beforeEach(() => {
  memo = new Texts().long;
});
async function readsOf(sha256: string, text: string | undefined): Promise<number> {
  reads = 0;
  const read = () => {
    reads++;
    return Promise.resolve(text);
  };
  expect(await keptText(memo, sha256, read)).toBe(text);
  return reads;
}

test("a long text is read once, by its hash; a short one and one that can't be read every time", async () => {
  const long = "有".repeat(300_000);
  expect(await readsOf("long", long)).toBe(1);
  expect(await readsOf("long", long)).toBe(0);
  expect(await readsOf("other", "価".repeat(300_000))).toBe(1);
  for (const text of ["short", undefined]) {
    expect(await readsOf("again", text)).toBe(1);
    expect(await readsOf("again", text)).toBe(1);
  }
});

test("what is kept has a bound: what was not asked for the longest is let go first", async () => {
  const text = (index: number) => `${index}`.repeat(3_000_000);
  for (const index of [1, 2, 1, 3]) await readsOf(`sha${index}`, text(index));
  expect(memo.size).toBeLessThanOrEqual(memo.max);
  expect(await readsOf("sha1", text(1))).toBe(0);
  expect(await readsOf("sha3", text(3))).toBe(0);
  expect(await readsOf("sha2", text(2))).toBe(1);
  expect(await readsOf("huge", "0".repeat(9_000_000))).toBe(1);
  expect(memo.size).toBeLessThanOrEqual(memo.max);
});
