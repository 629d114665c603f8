import { expect, test } from "vitest";
import { budgetMax, QuestionRequest } from "./record.ts";

const asked = { question: "トヨタの売上高は？", budget: 5 };

test("a question has a budget, at most five issuers, and no field that nobody knows", () => {
  expect(QuestionRequest.parse(asked)).toEqual(asked);
  for (const wrong of [
    { question: asked.question },
    { ...asked, question: " " },
    { ...asked, budget: budgetMax + 1 },
    { ...asked, budget: -1 },
    { ...asked, budget: 2.5 },
    { ...asked, security_codes: ["7203", "7974", "4536", "2929", "8035", "8306"] },
    { ...asked, since: "2026-02-30" },
    { ...asked, model: "a field that nobody knows" },
  ]) {
    expect(QuestionRequest.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
});
