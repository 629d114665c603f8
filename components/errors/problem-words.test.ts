import { describe, expect, it } from "vitest";
import { problemTable } from "../../lib/contract/problems.ts";
import { transportCodes } from "../../lib/upstream/problem-error.ts";
import en from "../../messages/en/errors.json";
import ja from "../../messages/ja/errors.json";
import { adviceKey, nameOfProblem, titleKey } from "./problem-words.ts";

const all = [
  ...Object.entries(problemTable).map(([code, { status }]) => ({ code, status })),
  ...Object.entries(transportCodes).map(([code, status]) => ({ code, status })),
  { code: "app_error", status: 500 },
  { code: "app_unreachable", status: 0 },
  { code: "signed_out", status: 401 },
  { code: "never_heard_of", status: 400 },
  { code: "never_heard_of", status: 503 },
];

describe("every problem", () => {
  it.each(all)("$code $status has a title and advice in both languages", (problem) => {
    const name = nameOfProblem(problem);
    for (const messages of [en, ja]) {
      expect(messages[titleKey(name)]).toBeTruthy();
      expect(messages[adviceKey(name)]).toBeTruthy();
    }
  });

  it("with an unknown code is described by its status, and never as an internal error of this app", () => {
    expect(nameOfProblem({ status: 400, code: "new" })).toBe("refused");
    expect(nameOfProblem({ status: 500, code: "new" })).toBe("failed");
    expect(nameOfProblem({ status: 429, code: "new" })).toBe("rate_limit_exceeded");
  });

  it("of a document that waits for its release says so", () => {
    const waiting = { status: 409, code: "content_not_available", content_status: "pending_release" };
    expect(nameOfProblem(waiting)).toBe("pending_release");
    expect(nameOfProblem({ ...waiting, content_status: "brewing" })).toBe("content_not_available");
  });
});
