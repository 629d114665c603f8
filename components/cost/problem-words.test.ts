import { expect, test } from "vitest";
import type { AppProblem } from "@/lib/spending/wire";
import { problemWords } from "./problem-words.ts";

const words = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;
const quota: AppProblem = {
  ...{ status: 429, code: "quota_exceeded", detail: "", instance: null, retry_after_seconds: 3600 },
};

test("a quota that is used up is described with the service's own numbers, where its answer has both", () => {
  expect(problemWords({ ...quota, credits_required: 8, credits_remaining: 3 }, words)).toBe(
    'problemQuotaCredits {"required":8,"remaining":3}',
  );
  expect(problemWords(quota, words)).toBe("problemQuota {}");
  expect(problemWords({ ...quota, credits_required: 8 }, words)).toBe("problemQuota {}");
});
