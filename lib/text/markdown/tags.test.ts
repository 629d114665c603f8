import fc from "fast-check";
import { expect, test } from "vitest";
import { tagsIn } from "./tags.ts";

test("finds the tags and comments that a pattern finds", () => {
  const piece = fc.constantFrom("<", ">", "<!--", "-->", "<!", "--", "p", "<br>", "</td>", "\n", "a < b");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join("");
      const matches = [...html.matchAll(/<!--[\s\S]*?-->|<[^>]*>/gu)];
      expect([...tagsIn(html)].map(({ start, end }) => html.slice(start, end))).toEqual(matches.map(([tag]) => tag));
    }),
    { numRuns: 2_000 },
  );
});

test.each(["<!--", "<", "<!-->", "<p "])("of a text full of %s in one pass", (piece) => {
  const msOf = (html: string) => {
    const from = process.cpuUsage();
    for (const tag of tagsIn(html)) if (tag.end > html.length) throw new Error("beyond the text");
    return process.cpuUsage(from).user / 1_000;
  };
  expect(msOf(piece.repeat(200_000))).toBeLessThan(2_000);
});
