import { startAsking } from "./ask.ts";
import { askedQuestions, judgeAsked } from "./asked-questions.ts";
import { serveFilings } from "./real-service.ts";

const budget = 5;

/** Questions as they are typed: what is shown, what is on top, and how often "found" is said and wrong. */
export async function measureAsked(samples: string, half: string, listed: boolean): Promise<void> {
  const service = await serveFilings(samples);
  const asking = await startAsking(service);
  const total = { shown: 0, onTop: 0, foundSaid: 0, wrong: 0, spent: 0 };
  try {
    const questions = askedQuestions(half);
    for (const question of questions) {
      const run = await asking.run(question.question, budget);
      const judged = judgeAsked(question, run);
      total.shown += Number(judged.shown);
      total.onTop += Number(judged.onTop);
      total.foundSaid += Number(judged.foundSaid);
      total.wrong += Number(judged.wrong);
      total.spent += judged.spent;
      if (!listed) continue;
      const says = Object.entries(judged).flatMap(([name, is]) => (is === true ? [name] : []));
      console.log(
        `${question.kind} | ${question.question} | ${says.join(" ")} | ${judged.spent} | ${run.stopped_because}`,
      );
      for (const { row, column, value, score } of run.figures.slice(0, 3))
        console.log(`    ${row} | ${column} | ${value} | ${score.toFixed(2)}`);
      for (const { heading, text, score } of run.passages.slice(0, 2))
        console.log(`    ${heading}: ${text.replaceAll("\n", " ").slice(0, 90)} | ${score.toFixed(2)}`);
      console.log(
        `    ${run.steps
          .map(
            (step) =>
              `${step.kind} ${step.issuer_name ?? ""} ${step.sections
                .map(({ title }) => title)
                .join(", ")
                .slice(0, 160)}`,
          )
          .join("\n    ")}`,
      );
    }
    console.log(`${half}, ${questions.length} questions at ${budget} credits: ${JSON.stringify(total)}`);
  } finally {
    await asking.close();
    await service.stop();
  }
}
