import { recordQuote } from "../../../evidence/receipts/issue.ts";
import type { SimApp } from "../../../spending/simulation/app.ts";
import { ann, at, inTime } from "../../../spending/testing/purchase-setup.ts";
import { answerOf, planQuestion, startAnswer } from "../answer-service.ts";
import type { AnswerDeps } from "../ports.ts";
import type { AnswerRun, QuestionPlan } from "../record.ts";
import { RunningAnswers } from "../running-answers.ts";
import { sampleFinds } from "../simulation/sample-finds.ts";

/** Answers in the simulated app of the purchase tests; receipts are recorded and not kept. */
export function sampleAnswers(wanted: Partial<AnswerDeps> = {}, app: SimApp = at.app): AnswerDeps {
  const { purchaseService, rows, deps } = app;
  const running = new RunningAnswers();
  return {
    ...{ purchaseService, rows, deps },
    goOn: (answer) => running.goOn(answer),
    finds: (spender) => sampleFinds(deps, spender),
    figures: async () => [],
    async prove(reader, selection) {
      const record = await recordQuote(deps, rows, reader, { ...selection, before: "" }).catch(() => undefined);
      return record === undefined ? undefined : { receipt_id: null, record };
    },
    ...wanted,
  };
}

export const riskQuestion = { question: "海鳴精機の事業のリスクはどのようなものですか", budget: 5 };

export async function planned(answers: AnswerDeps, request: unknown = riskQuestion): Promise<QuestionPlan> {
  return inTime(planQuestion(answers, ann, request));
}

/** Plans, starts with the whole budget, and waits for the end. */
export async function answered(answers: AnswerDeps, request: unknown = riskQuestion): Promise<AnswerRun> {
  const plan = await planned(answers, request);
  const { running } = await startAnswer(answers, ann, { plan_id: plan.plan_id, max_credits: plan.budget });
  await inTime(running);
  const run = await answerOf(answers, ann, plan.plan_id);
  if (run === undefined) throw new Error("no such answer");
  return run;
}
