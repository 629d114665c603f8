import { expect, test } from "vitest";
import { jstDateTime } from "../../../../lib/contract/dates.ts";
import { nextListAtMs, pauseAt } from "./hours.ts";

const at = (time: string) => Date.parse(`2026-06-${time}+09:00`);

test.each([
  ["Friday before EDINET opens", "19T08:59:59", 1_000],
  ["Friday at its opening", "19T09:00:00", 3_000],
  ["Friday in its last minute", "19T17:14:59", 3_000],
  ["Friday evening", "19T17:15:00", 1_000],
  ["Saturday noon", "20T12:00:00", 1_000],
])("the pause is longer while companies file: %s", (_when, time, pauseMs) => {
  expect(pauseAt(at(time), 1_000)).toBe(pauseMs);
});

test.each([
  ["today's, in five minutes", "18", "18T12:00:00", "18T12:05:00"],
  ["today's, a minute before midnight: soon after it", "18", "18T23:59:00", "19T00:04:00"],
  ["read a millisecond before midnight it is not whole", "18", "18T23:59:59.999", "19T00:04:59.999"],
  ["yesterday's, whole: the same night", "18", "19T00:00:00", "19T03:30:00"],
  ["each night of a week", "18", "19T03:30:00", "20T03:30:00"],
  ["the last night of that week", "18", "24T03:30:00", "25T03:30:00"],
])("a list is asked for again: %s", (_which, day, asked, next) => {
  expect(jstDateTime(nextListAtMs(`2026-06-${day}`, at(asked), 1_000))).toBe(jstDateTime(at(next)));
});

test("after a week a list is asked for once a month, since documents expire", () => {
  const next = nextListAtMs("2026-06-18", at("25T03:30:01"), 1_000);
  expect(jstDateTime(next)).toBe("2026-07-26T03:30:00+09:00");
});
