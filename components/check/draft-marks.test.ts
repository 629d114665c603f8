import { expect, test } from "vitest";
import { type NumberedClaim, runsOf } from "./draft-marks.ts";

const claim = (number: number, start: number, end: number): NumberedClaim => ({
  ...{ id: `c${number}`, block_id: "b1", cell: null, kind: "figure", text: "", issuer: null, item: null },
  ...{ period: null, scope: null, forecast: false, verdict: "found", because: null, place: null, words: null },
  ...{ filed: null, group: "agrees", number, start, end },
});

test("a text is cut where its marks begin and end, and no character of it is lost", () => {
  const text = "売上高は100円、利益は20円。";
  const runs = runsOf(text, [claim(2, 12, 15), claim(1, 4, 8)]);
  expect(runs.map((run) => run.text).join("")).toBe(text);
  expect(runs.map((run) => run.claims.map(({ number }) => number))).toEqual([[], [1], [], [2], []]);
});

test("claims that overlap are one mark with the numbers of both", () => {
  const runs = runsOf("「売上高は100円」と", [claim(1, 1, 9), claim(2, 5, 9)]);
  expect(runs.map((run) => [run.text, run.claims.length])).toEqual([
    ["「", 0],
    ["売上高は100円", 2],
    ["」と", 0],
  ]);
});
