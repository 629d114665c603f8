import { expect, test } from "vitest";
import { listBounded } from "../../kit/bounded.ts";
import { keptText } from "./kept-texts.ts";

let reads = 0;
const reading = (text: string | undefined) => () => {
  reads++;
  return Promise.resolve(text);
};
async function readsOf(sha256: string, text: string | undefined): Promise<number> {
  reads = 0;
  expect(await keptText(sha256, reading(text))).toBe(text);
  return reads;
}
const bound = () => listBounded().find((each) => each.name === "hiraku_web_kept_texts_characters");

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
  for (const index of [1, 2, 1, 3]) await keptText(`sha${index}`, reading(text(index)));
  expect(bound()?.size).toBeLessThanOrEqual(bound()?.max ?? 0);
  expect(await readsOf("sha1", text(1))).toBe(0);
  expect(await readsOf("sha3", text(3))).toBe(0);
  expect(await readsOf("sha2", text(2))).toBe(1);
  expect(await readsOf("huge", "0".repeat(9_000_000))).toBe(1);
  expect(bound()?.size).toBeLessThanOrEqual(bound()?.max ?? 0);
});
