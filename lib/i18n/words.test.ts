import { describe, expect, it } from "vitest";
import { makeWords } from "./words.ts";

const messages = {
  plain: "Read",
  named: "Read {title} again",
  pages: "{n, plural, one {# page} other {# pages}} of {total}",
  none: "{n, plural, =0 {nothing} other {# things}}",
} as const;

describe("words", () => {
  it("fill in arguments: numbers with digit grouping, text unchanged", () => {
    const words = makeWords(messages, "en");
    expect(words("plain")).toBe("Read");
    expect(words("named", { title: "2026 {n}" })).toBe("Read 2026 {n} again");
    expect(words("pages", { n: 1234, total: "2000" })).toBe("1,234 pages of 2000");
    expect(words("pages", { n: 1, total: 3 })).toBe("1 page of 3");
  });

  it("prefer an exact plural branch to the language's rule", () => {
    expect(makeWords(messages, "en")("none", { n: 0 })).toBe("nothing");
    expect(makeWords(messages, "ja")("none", { n: 1 })).toBe("1 things");
  });
});
