import { expect, it } from "vitest";
import { remembered } from "./remembered.ts";

it("asks once for a short text, and each time for a long one, which it does not hold", () => {
  const asked: number[] = [];
  const lengthOf = remembered(2, (text) => {
    asked.push(text.length);
    return text.length;
  });
  for (const length of [10, 10, 501, 501, 500, 500]) expect(lengthOf("x".repeat(length))).toBe(length);
  expect(asked).toEqual([10, 501, 501, 500]);
});
