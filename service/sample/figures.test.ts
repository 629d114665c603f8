import { expect, test } from "vitest";
import { yen } from "./figures.ts";

test("amounts are grouped by three, and what is below zero has its sign", () => {
  const printed = [0, 7, 999, 1_000, 12_345, 1_234_567, -1, -4_321, 1_234.5];
  expect(printed.map(yen)).toEqual(["0", "7", "999", "1,000", "12,345", "1,234,567", "△1", "△4,321", "1,234.5"]);
});

test("a loss that rounds to nothing is nothing", () => {
  expect(yen(-0)).toBe("0");
});
