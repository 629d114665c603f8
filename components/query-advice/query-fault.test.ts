import { expect, test } from "vitest";
import { foreignWords, queryFault } from "./query-fault";

test.each([
  ["？！…", "noWords"],
  ["  ", "noWords"],
  ["△ ※", "noWords"],
  ["あ", "tooShort"],
  ["ｱ", "tooShort"],
  ["x", "tooShort"],
  ["what is the", "onlySmallWords"],
  ["Tell me more about it", "onlySmallWords"],
] as const)("evidence search for %j finds nothing: %s", (query, fault) =>
  expect(queryFault(query, "semantic")).toBe(fault),
);

test.each(["株", "配当", "AI", "R&D", "the dividend", "what is 7203", "２０２５", "какие риски", "what is トヨタ"])(
  "evidence search for %j can match",
  (query) => expect(queryFault(query, "semantic")).toBeUndefined(),
);

test("lexical search finds every sign that is written, and nothing without one", () => {
  for (const query of ["△", "あ", "x", "the", '"'.repeat(2) + "※"])
    expect(queryFault(query, "lexical")).toBeUndefined();
  for (const query of ['""', '"', " “ ” ", "", "。、", "\ud800"]) expect(queryFault(query, "lexical")).toBe("noWords");
});

test.each([
  ["xylophone quartz", ["xylophone", "quartz"]],
  ["How are zebras doing?", ["zebras", "doing"]],
])("no word of %j leads to Japanese", (query, words) => expect(foreignWords(query)).toEqual(words));

test.each([
  "dividend policy",
  "DIVIDENDS",
  "how did raw material prices affect margins",
  "zebra risk",
  "share buyback",
  "capex",
  "refinancing of borrowings",
  "配当 xylophone",
  "what is the",
  "7203",
])("a word of %j does, or it is Japanese, or too small to tell", (query) => expect(foreignWords(query)).toEqual([]));
