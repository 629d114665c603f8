import { expect, test } from "vitest";
import { comparisonOf } from "./compare-figures.ts";

const figure = (security_code: string, period: string, value: string, unit = "百万円") => ({
  ...{ security_code, period, value, unit },
  row: "売上高",
  passage: 0,
});

test("issuers stand below each other, with their difference and ratio", () => {
  expect(comparisonOf([figure("7974", "2024-03", "1,671,865"), figure("7309", "2023-12", "※1 474,362")])).toEqual({
    periods: [],
    rows: [
      { security_code: "7974", figures: [0] },
      { security_code: "7309", figures: [1] },
    ],
    computed: [
      { kind: "difference", of: [0, 1], value: "−1,197,503", unit: "百万円" },
      { kind: "ratio", of: [0, 1], value: "0.28", unit: "倍" },
    ],
  });
});

test("years stand beside each other, with the change from each to the next", () => {
  const compared = comparisonOf([figure("7309", "2023-12", "80.5"), figure("7309", "2022-12", "△1.25")]);
  expect(compared?.periods).toEqual(["2022-12", "2023-12"]);
  expect(compared?.rows).toEqual([{ security_code: "7309", figures: [1, 0] }]);
  expect(compared?.computed).toEqual([{ kind: "difference", of: [1, 0], value: "+81.75", unit: "百万円" }]);
});

test("nothing is computed from other units, and nothing compared that has no period", () => {
  expect(comparisonOf([figure("1", "2024-03", "1"), figure("2", "2024-03", "1", "千円")])?.computed).toEqual([]);
  expect(comparisonOf([figure("1", "2024-03", "1"), { ...figure("2", "2024-03", "1"), period: null }])).toBeUndefined();
  expect(comparisonOf([figure("1", "2024-03", "1")])).toBeUndefined();
});
