import { describe, expect, it } from "vitest";
import { asSpreadsheetText } from "./spreadsheet-cell.ts";

const signs = [..."=+-@＝＋－＠﹦﹢﹣﹫"];
const unseen = {
  nothing: "",
  "a space": " ",
  "an ideographic space": "\u3000",
  "a no-break space": "\u00a0",
  "a narrow no-break space": "\u202f",
  "a byte order mark": "\ufeff",
  "a zero-width space": "\u200b",
  "a zero-width joiner": "\u200d",
  "a word joiner": "\u2060",
  "a soft hyphen": "\u00ad",
  "a right-to-left override": "\u202e",
  "a right-to-left mark": "\u200f",
  "an Arabic letter mark": "\u061c",
  "an isolate": "\u2067",
  "a tab": "\t",
  "a line break": "\r\n",
  "a null": "\0",
  "an escape": "\u001b",
  "a variation selector": "\ufe0f",
  "a supplementary variation selector": "\u{e0100}",
  "a tag": "\u{e0041}",
  "a grapheme joiner": "\u034f",
  "a Hangul filler": "\u3164",
  "a half-width Hangul filler": "\uffa0",
  "a Mongolian vowel separator": "\u180e",
  "a blank Braille cell": "\u2800",
  "a private character": "\ue000",
  "several of them": "\ufeff\u200b \t\u00ad\u202e",
};

describe("a cell for a spreadsheet", () => {
  it.each(Object.entries(unseen))("is made text where %s precedes the sign of a formula", (_, before) => {
    for (const sign of signs) {
      const cell = `${before}${sign}HYPERLINK("https://evil.example")`;
      expect(asSpreadsheetText(cell), JSON.stringify(cell)).toBe(`'${cell}`);
    }
  });

  it.each(["\t1", "\r1", "\n1", "\0"])("is made text where it begins with %j", (cell) => {
    expect(asSpreadsheetText(cell)).toBe(`'${cell}`);
  });

  it.each(["", "有価証券報告書", "a=b", "A-1", "(=x)", "'=x", "7203", "第1期－第2期"])("stays %j", (cell) => {
    expect(asSpreadsheetText(cell)).toBe(cell);
  });
});
