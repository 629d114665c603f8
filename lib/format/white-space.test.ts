import { expect, test } from "vitest";
import { normaliseWhiteSpace } from "./white-space.ts";

test.each([
  ["line ends of other systems", "# 題\r\n\r\n本文。\r\n", "# 題\n\n本文。\n"],
  ["empty lines and trailing spaces", "# 題  \n\n\n本文。", "# 題\n本文。"],
  ["spaces between Japanese words", "代表取締役　社長\u00a0は", "代表取締役社長は"],
  ["two spaces between English words", "now  here", "now here"],
  ["cells padded to a width", "| 1   |  2 |", "| 1 | 2 |"],
])("%s say nothing", (_what, a, b) => {
  expect(normaliseWhiteSpace(a)).toBe(normaliseWhiteSpace(b));
});

test.each([
  ["words joined", "now here", "nowhere"],
  ["figures joined", "1 2", "12"],
  ["an item of a list and a negative figure", "- 5", "-5"],
  ["another width", "１２", "12"],
  ["another kana", "カ", "か"],
  ["another mark", "- 一", "* 一"],
  ["a cell in another row", "| 1 |\n| 2 |", "| 1 | | 2 |"],
])("%s make another text", (_what, a, b) => {
  expect(normaliseWhiteSpace(a)).not.toBe(normaliseWhiteSpace(b));
});
