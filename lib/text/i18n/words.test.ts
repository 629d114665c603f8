import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locales, makeWords, writeNumber } from "./words.ts";

const messages = {
  plain: "Read",
  named: "Read {title} again",
  pages: "{n, plural, one {# page} other {# pages}} of {total}",
  none: "{n, plural, =0 {nothing} other {# things}}",
  within: "{n, plural, one {# page of {title}} other {# pages of {title}, {n} in all}}: no. # {title}",
} as const;

describe("words", () => {
  it("fill in arguments: numbers with digit grouping, text unchanged", () => {
    const words = makeWords(messages, "en");
    expect(words("plain")).toBe("Read");
    expect(words("named", { title: "2026 {n}" })).toBe("Read 2026 {n} again");
    expect(words("pages", { n: 1234, total: "2000" })).toBe("1,234 pages of 2000");
    expect(words("pages", { n: 1, total: 3 })).toBe("1 page of 3");
  });

  it("fill in what stands in a branch, and keep a # outside of one", () => {
    const words = makeWords(messages, "en");
    expect(words("within", { n: 2_000, title: "A#{n}" })).toBe("2,000 pages of A#{n}, 2,000 in all: no. # A#{n}");
    expect(words("within", { n: 1, title: "B" })).toBe("1 page of B: no. # B");
    expect(words("within", {})).toBe("0 pages of ,  in all: no. # ");
  });

  it("say the same message for each language and each number", () => {
    const [english, japanese] = [makeWords(messages, "en"), makeWords(messages, "ja")];
    const said = [1, 2, 1].flatMap((n) => [english("pages", { n, total: 3 }), japanese("pages", { n, total: 3 })]);
    expect(said).toEqual([
      ...["1 page of 3", "1 pages of 3"],
      ...["2 pages of 3", "2 pages of 3"],
      ...["1 page of 3", "1 pages of 3"],
    ]);
  });

  it("count and write numbers as the languages do", () => {
    const forms = { form: "{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}" };
    const numbers = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.maxSafeInteger(),
      fc.integer({ min: -20_000, max: 20_000 }).map((each) => each / 1_000),
      fc.constantFrom(0, -0, 1, -1, 999, 1_000, 999_999.9995, 1e21, -1e300, 0.0005, 1.0005, Number.NaN, Infinity),
    );
    fc.assert(
      fc.property(numbers, fc.constantFrom(...locales), (n, locale) => {
        expect(writeNumber(n)).toBe(new Intl.NumberFormat(locale).format(n));
        expect(makeWords(forms, locale)("form", { n })).toBe(new Intl.PluralRules(locale).select(n));
      }),
      { numRuns: 2_000 },
    );
  });

  it("prefer an exact plural branch to the language's rule", () => {
    expect(makeWords(messages, "en")("none", { n: 0 })).toBe("nothing");
    expect(makeWords(messages, "ja")("none", { n: 1 })).toBe("1 things");
  });
});
