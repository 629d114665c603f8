import fc from "fast-check";
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

/** The rule as one expression, which takes twice the time. */
function byExpression(text: string): string {
  const isSpaced = (character = "") => /^[\x21-\x7e\p{Script=Latin}\p{Nd}]$/u.test(character);
  return text.replace(/\s+/gu, (run, at: number) => {
    if (at === 0 || at + run.length === text.length) return "";
    if (/[\n\r\u2028\u2029]/u.test(run)) return "\n";
    return isSpaced(text[at - 1]) && isSpaced(text[at + run.length]) ? " " : "";
  });
}

test("every character that is white space is treated like any other of its kind", () => {
  for (let code = 0; code < 65_536; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (normaliseWhiteSpace(text) !== byExpression(text)) expect.fail(code.toString(16));
  }
});

test("any text is written as the rule says", () => {
  const unit = fc.constantFrom(..." \t\n\r\u00a0\u3000\u2028\ufeffa1|-é株、𠮷".split(""), "𠮷", " ");
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const text = units.join("");
      expect(normaliseWhiteSpace(text)).toBe(byExpression(text));
    }),
  );
});
