import { expect, test } from "vitest";
import { cutVisible, visibleWords } from "./visible-words.ts";

test("what is seen is the same whatever marks a reader sets, and figures keep their signs", () => {
  expect(visibleWords("## 第１　概況\n\n**売上** は -5\n")).toBe(visibleWords("第１　概況\n\n売上は-5"));
  expect(visibleWords("| 項目 | 額 |\n| --- | ---: |\n| 利益 | -5 |\n")).toBe("項目額利益-5");
  expect(visibleWords("-5")).not.toBe(visibleWords("5"));
  expect(visibleWords("△5")).not.toBe(visibleWords("5"));
});

test("pieces by visible characters are the text again", () => {
  const text = "# 題\n\n一つ目。\n\n**二つ目**\n\n- 三つ目\n\n<table><tr><td>四</td></tr></table>\n";
  const all = visibleWords(text).length;
  for (let at = 0; at <= all; at++) {
    const [first, second] = [cutVisible(text, 0, at), cutVisible(text, at, all)];
    expect(visibleWords(first) + visibleWords(second)).toBe(visibleWords(text));
    expect(first + second).toBe(text.slice(0, (first + second).length));
  }
  expect(cutVisible(text, 5, 8)).toBe("\n\n**二つ目");
});

test("much white space and many opened tags are read at once", () => {
  const started = performance.now();
  for (const part of ["<", " ", "|", "![", "| --- ", "\n- "]) visibleWords(part.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
