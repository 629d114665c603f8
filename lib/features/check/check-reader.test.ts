import { afterAll, expect, test } from "vitest";
import { CheckReader } from "./check-reader.ts";
import { checkTask } from "./check-work.ts";
import { draftOfText } from "./draft-of-text.ts";
import { sampleIssuers, sampleText } from "./testing/sample-filing.ts";

const reader = new CheckReader();
afterAll(() => reader.close());

test("a thread comes to the same verdicts", async () => {
  const draft = draftOfText("海鳴精機の2024年3月期の売上高は167,186百万円、純資産額は49,060百万円だった。");
  const task = { draft, issuers: sampleIssuers, texts: [sampleText], figures: [] };
  const answer = await reader.check(task);
  expect(answer.decisions.map((decision) => decision?.kind)).toEqual(["found", "neighbour"]);
  expect(answer).toEqual(checkTask(task));
});
