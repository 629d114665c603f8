import { describe, expect, test } from "vitest";
import { QuotedText } from "./find-quote.ts";
import { holdsQuote, prepareText, wholeOnly } from "./prepared-text.ts";

const holds = (text: string, quote: string) => {
  const prepared = prepareText([text]);
  return holdsQuote(prepared, quote, wholeOnly(prepared)).found;
};

const rest = "is the only plant of the group that was not written down in the period under review.";

describe("a point after an abbreviation neither begins nor ends a sentence", () => {
  test.each([
    "The plant No.",
    "The plants Nos.",
    "The plant Ｎｏ．",
    "As shown in Fig.",
    "As told in Art.",
    "As told on pp.",
    "It ended on Dec.",
  ])("%s before a number", (before) => {
    const text = `${before} 12 ${rest}`;
    expect(holds(text, text)).toBe(true);
    expect(holds(text, `12 ${rest}`)).toBe(false);
  });

  test.each([
    "Its subsidiary Sample Inc.",
    "Its subsidiary Sample Co., Ltd.",
    "Its subsidiary Sample Corp.",
    "Its subsidiary Sample Pte. Ltd.",
    "Its subsidiary in the U.S.",
    "Its chairman, Mr.",
    "The chairman, Taro B.",
    "Several costs, e.g.",
    "Costs, rents, etc.",
    "It is approx.",
    "Its service Yahoo!",
  ])("%s before a name", (before) => {
    const text = `${before} Tokyo ${rest}`;
    expect(holds(text, text)).toBe(true);
    expect(holds(text, `Tokyo ${rest}`)).toBe(false);
    expect(holds(`Sales fell. ${rest.slice(0, 60)} ${text}`, `${rest.slice(0, 60)} ${before}`)).toBe(false);
  });

  test("nor before a word that begins small", () => {
    expect(holds(`The rate of 5 % p.a. before tax ${rest}`, `before tax ${rest}`)).toBe(false);
    expect(holds(`The items of the form sec. as such ${rest}`, `as such ${rest}`)).toBe(false);
  });
});

describe("a sentence does end", () => {
  const first = "The whole business of the group was sold in the period to Sample Co., Ltd.";
  const second = "The proceeds of the sale are shown in the statement of cash flows.";
  test.each([
    ["with a firm's name before a word that begins one", first, second],
    ["with a firm's name, at the end of its paragraph", `${second}`, first],
    ["with no", "The group was asked whether it would buy, and the answer of its board was no.", second],
    ["with a number", "The group sold all of its plants and closed the remaining ones in 2024.", second],
  ])("%s", (_what, one, two) => {
    const text = `${one} ${two}`;
    expect(holds(text, one)).toBe(true);
    expect(holds(text, two)).toBe(true);
  });
});

test("what an ellipsis leaves out goes to the end of the sentence, past an abbreviation", () => {
  const text = "The plant No. 12 was not sold. It grew. The rest was.";
  const leftOut = (quote: string) => new QuotedText(text).find(quote).passages[0]?.leftOut;
  expect(leftOut("The plant…")).toEqual(["negation", "figure"]);
  expect(leftOut("The plant No. …")).toEqual(["negation", "figure"]);
  expect(leftOut("It grew…")).toEqual([]);
  const service = "Yahoo!ショッピングは増収ではない。";
  expect(new QuotedText(service).find("Yahoo!…").passages[0]?.leftOut).toEqual(["negation"]);
});
