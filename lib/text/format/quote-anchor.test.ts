import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anchorOf, anchorOfSnippet, quoteFragment, readQuoteFragment, resolveQuote } from "./quote-anchor.ts";

const text =
  "第2 事業の状況\n当連結会計年度の売上高は158,680百万円となりました。原材料価格の上昇分については、転嫁率は約82％となりました。ただし影響が残る見込みであります。";

describe("the address of a passage", () => {
  test("every passage is found again from its address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 2 }), fc.nat(), fc.nat(), (filler, a, b) => {
        const all = `${filler}${text}${filler}`;
        const start = a % (all.length - 1);
        const end = Math.min(start + 1 + (b % (all.length - start)), all.length);
        const anchor = anchorOf("s~1 本", all, start, end);
        fc.pre(anchor.head !== "");
        const read = readQuoteFragment(new URL(`https://x.test/${quoteFragment(anchor)}`).hash);
        expect(read).toEqual(anchor);
        const found = resolveQuote(all, anchor);
        expect(found).toEqual({ start: anchor.start, end: anchor.end });
        expect(found?.start).toBeLessThanOrEqual(start);
        expect(found?.end).toBeGreaterThanOrEqual(end);
      }),
    );
  });

  test("it is short and does not contain the whole passage", () => {
    const long = "あ".repeat(50) + "秘密の本文" + "い".repeat(50);
    expect(decodeURIComponent(quoteFragment(anchorOf("s1", long, 0, long.length)))).not.toContain("秘密");
  });

  test("a passage that has moved is found by its words, at the nearest match", () => {
    const start = text.indexOf("原材料");
    const anchor = anchorOf("s1", text, start, text.indexOf("ただし"));
    const moved = `前に加わった文。${text}`;
    expect(resolveQuote(moved, anchor)).toEqual({ start: start + 8, end: text.indexOf("ただし") + 8 });
    const twice = `${text}${moved}`;
    expect(resolveQuote(twice, anchor)?.start).toBe(start);
  });

  test("it is found despite line breaks and spaces that a renderer adds", () => {
    const anchor = anchorOf("s1", text, text.indexOf("原材料"), text.indexOf("ただし"));
    expect(resolveQuote(text.replace("価格の", "価格\n 　の"), anchor)).toBeDefined();
  });

  test("a passage that was removed is not found elsewhere", () => {
    const anchor = anchorOf("s1", text, text.indexOf("原材料"), text.indexOf("ただし"));
    expect(resolveQuote(text.replace("約82％", "約90％").replaceAll("原材料価格", "資材価格"), anchor)).toBeUndefined();
  });

  test("the anchor of a hit is the sentence around its first highlight", () => {
    const snippet = "…となりました。原材料価格の上昇分については、転嫁率は約82％となりました。ただし…";
    const at = snippet.indexOf("転嫁率");
    const anchor = anchorOfSnippet("s1", snippet, [at, at + 3]);
    const found = anchor === undefined ? undefined : resolveQuote(text, anchor);
    expect(found && text.slice(found.start, found.end)).toBe(
      "原材料価格の上昇分については、転嫁率は約82％となりました。",
    );
  });

  test.each(["", "#q=", "#q=a", "#q=a~b~c~d", "#q=a~5-2~x~y", "#q=~1-2~x~y", "#q=a~1-2~%ZZ~y", "#top"])(
    "%s is no address of a passage",
    (hash) => expect(readQuoteFragment(hash)).toBeUndefined(),
  );
});
