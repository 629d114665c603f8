import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstHighlight, segmentsOf } from "./snippet.ts";

describe("highlights", () => {
  test("count code points, so that a character outside the BMP shifts nothing", () => {
    const snippet = { text: "𠮷田の転嫁率", highlights: [[3, 5]] as const };
    expect(segmentsOf(snippet)).toEqual([
      { text: "𠮷田の", marked: false },
      { text: "転嫁", marked: true },
      { text: "率", marked: false },
    ]);
    const units = firstHighlight(snippet);
    expect(units && snippet.text.slice(...units)).toBe("転嫁");
  });

  test("whatever the offsets, the words are all there and in order", () => {
    const pair = fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 }));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.array(pair), (text, highlights) => {
        expect(
          segmentsOf({ text, highlights })
            .map((each) => each.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
