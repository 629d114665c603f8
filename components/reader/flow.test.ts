import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FlowPiece } from "@/lib/reading/reading-data";
import { nextBatch } from "./flow";

const pieces = (sizes: readonly number[]): FlowPiece[] =>
  sizes.map((characters, i) => ({ sectionId: `s${i}`, title: null, characters }));

describe("filling a long text", () => {
  test("every piece is requested once, whatever the sizes and the reading position", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 80 }), fc.nat(), (sizes, where) => {
        const flow = pieces(sizes);
        const known = new Set<string>();
        const asked: string[] = [];
        for (let round = 0; round <= sizes.length; round++) {
          const batch = nextBatch(flow, where % sizes.length, known);
          if (batch.length === 0) break;
          for (const each of batch) {
            asked.push(each);
            known.add(each);
          }
        }
        expect(asked.toSorted()).toEqual(flow.map((each) => each.sectionId).toSorted());
      }),
    );
  });

  test("pieces after the reading position come first, pieces before it last", () => {
    expect(nextBatch(pieces([10, 10, 10, 10]), 2, new Set(["s2"]))).toEqual(["s3", "s1", "s0"]);
  });

  test("a batch is limited, but a single large piece is still requested", () => {
    expect(nextBatch(pieces([90_000, 10]), 0, new Set())).toEqual(["s0"]);
    expect(nextBatch(pieces(new Array<number>(100).fill(1)), 0, new Set())).toHaveLength(24);
  });
});
