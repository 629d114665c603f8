import { expect, test } from "vitest";
import { normaliseWhiteSpace } from "../../../lib/format/white-space.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { hashSections } from "./measure-sections.ts";

const headings = [
  "",
  "# 表題\n",
  "\n\n## Title here  \n\n",
  "#\t",
  "# a\rb\n",
  " # x\u2028y\n\n",
  "#x\n",
  "\r\n# 表\r\n",
  "# \n",
];
const bodies = ["", "本文 です。\n\n　次の行", "\n\n a  b\r\nc ", "# 二つ目\n本文", "x", "\u00a0\n"];

test("a section's own text is what is left of it without its heading, however lines end", () => {
  for (const heading of headings) {
    for (const body of bodies) {
      const text = heading + body;
      const bare = normaliseWhiteSpace(text.replace(/^\s*#{1,6}[ \t][^\n]*/u, ""));
      const [found] = hashSections([{ markdown: text, level: 1 }]);
      const [expected] = hashSections([{ markdown: bare, level: 1 }]);
      expect([text, found?.own]).toEqual([text, expected?.text]);
    }
  }
});

test("a fingerprint is of the values, whatever the order of their fields, and the same as it always was", () => {
  const value = { b: [1, undefined, { y: null, x: "値\u2028" }], a: { none: undefined, at: -0 }, c: "\ud800" };
  const other = { c: "\ud800", a: { at: 0 }, b: [1, null, { x: "値\u2028", y: null }] };
  expect(fingerprintOf(value)).toBe(fingerprintOf(other));
  expect(fingerprintOf(value)).toBe("fa858b6ef0d99b963178dd18c3cc7b6bf4325d22e734d99f56d4668fda5b871f");
  expect(fingerprintOf({ ...other, c: "" })).not.toBe(fingerprintOf(value));
});
