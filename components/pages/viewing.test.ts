import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageBoxes } from "@/lib/reading/page-boxes";
import { currentPage, layoutPages, type PageBox, pageAt, pagesIn, shownRatio } from "./geometry";
import { createSettling, settleRules } from "./settle";

const measures = { width: 680, captionHeight: 26, gap: 24 };
const size = fc.integer({ min: 100, max: 2000 });
const pages: fc.Arbitrary<PageBox[]> = fc
  .array(fc.record({ width: size, height: size, listed: fc.boolean() }), { minLength: 1, maxLength: 60 })
  .map((all) => all.map((page, i) => ({ ...page, pageNumber: i + 1 })));

describe("page boxes", () => {
  test("are one below the other with a gap between, and every offset belongs to one page", () => {
    fc.assert(
      fc.property(pages, fc.double({ min: 0, max: 1, noNaN: true }), (all, where) => {
        const layout = layoutPages(all, 0, measures);
        for (let i = 1; i < all.length; i++) {
          const above = (layout.tops[i - 1] ?? 0) + (layout.heights[i - 1] ?? 0);
          expect(layout.tops[i]).toBeCloseTo(above + measures.gap, 6);
        }
        const offset = where * layout.total;
        const index = pageAt(layout, offset);
        expect(layout.tops[index] ?? 0).toBeLessThanOrEqual(offset);
        expect(layout.tops[index + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset);
      }),
    );
  });

  test("the pages in view are exactly those that overlap it", () => {
    fc.assert(
      fc.property(
        pages,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 100, max: 2000 }),
        (all, where, view) => {
          const layout = layoutPages(all, 0, measures);
          const from = where * layout.total;
          const touching = all
            .map((_, i) => i)
            .filter((i) => {
              const top = layout.tops[i] ?? 0;
              return top < from + view && top + (layout.heights[i] ?? 0) > from;
            });
          const [first, last] = pagesIn(layout, from, from + view);
          if (touching.length > 0) expect([first, last]).toEqual([touching[0], touching.at(-1)]);
        },
      ),
    );
  });

  test("a deep link's page is the current page when its top is at the top of the view", () => {
    const layout = layoutPages(pageBoxes([], 300), 0, measures);
    expect(currentPage(layout, layout.tops[149] ?? 0, 900)).toBe(149);
  });

  test("unlisted pages have a box too; unknown or implausible sizes are drawn as A4", () => {
    const boxes = pageBoxes([{ page_number: 2, width: 595, height: 842 }], 4);
    expect(boxes.map((box) => box.listed)).toEqual([false, true, false, false]);
    expect(shownRatio({ width: null, height: null }, 0)).toBeCloseTo(842 / 595);
    expect(shownRatio({ width: 1, height: 1e9 }, 0)).toBeCloseTo(842 / 595);
    expect(shownRatio({ width: 595, height: 842 }, 90)).toBeCloseTo(595 / 842);
    expect(pageBoxes([], null)).toEqual([]);
  });
});

describe("settling", () => {
  const scroll = (pixelsPerSecond: number, ms: number) => {
    const settling = createSettling();
    const asked: number[] = [];
    for (let at = 0; at <= ms; at += 16) {
      settling.moved({ atMs: at, top: (pixelsPerSecond * at) / 1000 }, 900);
      if (settling.isSettled(at)) asked.push(at);
    }
    return { settling, asked };
  };

  test("nothing is loaded during a fast scroll of three seconds, and one batch when it ends", () => {
    const { settling, asked } = scroll(9000, 3000);
    expect(asked).toEqual([]);
    const last = Math.floor(3000 / 16) * 16;
    expect(settling.nextLookMs(last)).toBe(settleRules.restMs);
    expect(settling.isSettled(last + settleRules.restMs - 1)).toBe(false);
    expect(settling.isSettled(last + settleRules.restMs)).toBe(true);
    expect(settling.nextLookMs(last + settleRules.restMs)).toBeNull();
  });

  test("images are loaded during a scroll as slow as reading", () => {
    expect(scroll(300, 1000).asked.length).toBeGreaterThan(30);
  });

  test("a fast scroll that begins after a rest isn't taken for reading", () => {
    const settling = createSettling();
    settling.moved({ atMs: 0, top: 0 }, 900);
    expect(settling.isSettled(5000)).toBe(true);
    settling.moved({ atMs: 5000, top: 800 }, 900);
    settling.moved({ atMs: 5016, top: 1600 }, 900);
    expect(settling.isSettled(5016)).toBe(false);
  });
});
