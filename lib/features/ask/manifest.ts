import { app, partOf } from "../../running-app.ts";
import type { Feature } from "../feature.ts";
import { answerDeps, endLeftAnswers } from "./answers.ts";
import { RunningAnswers } from "./running-answers.ts";
import { askTool } from "./tool.ts";

export const manifest: Feature = {
  name: "ask",
  about: "questions answered within a budget, and their signed proof files",
  files: [
    "app/(signed-in)/ask/[answerId]",
    "app/(signed-in)/ask/answer",
    "app/api/answers",
    "app/api/dossiers",
    "bench/answers",
    "bench/answers.ts",
    "components/ask",
    "components/receipts/verify-dossier.test.ts",
    "e2e/ask.e2e.ts",
    "lib/next/queries/answers.ts",
    "lib/text/passages/compare-figures.test.ts",
    "lib/text/passages/compare-figures.ts",
  ],
  parts: () => [new RunningAnswers()],
  async start(app) {
    const endLooking = await endLeftAnswers(app);
    return async () => {
      endLooking();
      await partOf(app, RunningAnswers).settled();
    };
  },
  tools: [askTool(() => ({ answers: answerDeps(app()), endpoint: app().settings.answerEndpoint }))],
};
