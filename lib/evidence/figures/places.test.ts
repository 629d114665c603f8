import { expect, test } from "vitest";
import { sectionOfLines } from "./places.ts";

test("lines that read like titles, in the order of the titles, are the headings", () => {
  const lines = ["表紙", "（１）経営成績", "本文", "（２）財政状態", "（１） 経営成績"];
  const titles = ["（１）経営成績", "(2)財政状態", "３．注記"];
  expect([...sectionOfLines(lines, titles)]).toEqual([-1, 0, 0, 1, 1]);
});

test("a repeated title is taken where it stands, not where it was first", () => {
  const titles = ["連結", "注記", "個別", "注記", "附属"];
  expect([...sectionOfLines(["連結", "注記", "個別", "注記", "附属"], titles)]).toEqual([0, 1, 2, 3, 4]);
  // A line that only looks like a later title doesn't pull the rest behind it.
  expect([...sectionOfLines(["附属", "連結", "注記", "個別", "注記"], titles)]).toEqual([-1, 0, 1, 2, 3]);
});

test("without titles nothing is anywhere", () => {
  expect([...sectionOfLines(["連結"], [])]).toEqual([-1]);
});
