import fc from "fast-check";
import { expect, test } from "vitest";
import { sortPostings } from "./sort-postings.ts";

const scale = 2 ** 19;

test("postings in order of passage come out in order of token and passage, in a short list and a long one", () => {
  const token = fc.oneof(fc.integer({ min: 0, max: 2 ** 33 - 1 }), fc.integer({ min: 0, max: 40 }));
  fc.assert(
    fc.property(fc.array(token, { minLength: 1, maxLength: 400 }), fc.constantFrom(1, 40), (tokens, times) => {
      const postings = Array.from({ length: times }, () => tokens)
        .flat()
        .map((each, at) => each * scale + Math.floor(at / 3));
      const wanted = Float64Array.from(postings).sort();
      expect(sortPostings(Float64Array.from(postings), scale)).toEqual(wanted);
    }),
    { numRuns: 60 },
  );
});
