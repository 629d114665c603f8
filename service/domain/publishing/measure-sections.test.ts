import { expect, test } from "vitest";
import { normaliseWhiteSpace } from "../../../lib/text/format/white-space.ts";
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
  const value = { title: [1, undefined, { label: null, x: "値\u2028" }], a: { names: undefined, at: -0 }, c: "\ud800" };
  const other = { c: "\ud800", a: { at: 0 }, title: [1, null, { x: "値\u2028", label: null }] };
  expect(fingerprintOf(value)).toBe(fingerprintOf(other));
  expect(fingerprintOf(value)).toBe("89a15e16c170b08f1c0aa57add03a2fc22ca987de0d3eb356f34a030caedca9d");
  expect(fingerprintOf({ ...other, c: "" })).not.toBe(fingerprintOf(value));
});
