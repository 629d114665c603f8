import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

test("the words of HTML are read with their references, each with its place in the source", () => {
  const source = "<table><tr><td>R&amp;D &lt;甲></td></tr></table>";
  const { text, starts, ends } = visibleText(source);
  expect(text.trim()).toBe("R&D <甲>");
  const at = text.indexOf("&");
  expect(source.slice(starts[at], ends[at])).toBe("&amp;");
});
