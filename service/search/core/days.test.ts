import { expect, test } from "vitest";
import { foldText } from "../../../lib/text/format/fold.ts";
import { daysIn, japaneseDayOf } from "./days.ts";

test.each([
  ["2025年3月14日の発表", ["2025-03-14"]],
  ["令和7年３月１４日と2025/3/15", ["2025-03-14", "2025-03-15"]],
  ["What was announced on March 14, 2025?", ["2025-03-14"]],
  ["news of 14th Mar. 2025", ["2025-03-14"]],
  ["2025年3月期の売上高", []],
  ["12025-3-14", []],
])("%s says %j", (question, days) => expect(daysIn(foldText(question))).toEqual(days));

test("a day is the day in Japan", () => {
  expect(japaneseDayOf(Date.parse("2025-03-13T15:00:00Z"))).toBe("2025-03-14");
  expect(japaneseDayOf(Date.parse("2025-03-14T14:59:59Z"))).toBe("2025-03-14");
});
