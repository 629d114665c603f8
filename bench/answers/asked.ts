import { readFileSync } from "node:fs";
import path from "node:path";
import type { AnswerRun } from "../../lib/features/ask/record.ts";
import { startAsking } from "./ask.ts";
import { serveFilings } from "./real-service.ts";

/** Questions as people ask them, each with the words that a whole answer shows; the issuer stands in the question. */
interface AskedQuestion {
  readonly half: "tune" | "test";
  readonly kind: "figure" | "who" | "text" | "compare" | "trend" | "missing";
  readonly question: string;
  /** Patterns of words without white space and separators of thousands, all of which the answer shows. */
  readonly answers: readonly string[];
  /** An answer that lacks something can't be called found. */
  readonly missing?: readonly string[];
}

function askedQuestions(half: string): AskedQuestion[] {
  return readFileSync(path.join(import.meta.dirname, "../questions/answers.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): AskedQuestion => JSON.parse(line))
    .filter((each) => each.half === half);
}

interface Judged {
  /** Everything that was asked for is among what is shown. */
  readonly shown: boolean;
  /** The first passage or figure, or the table of a comparison, has it. */
  readonly onTop: boolean;
  readonly foundSaid: boolean;
  readonly wrong: boolean;
  readonly spent: number;
}

function judgeAsked({ answers, missing }: AskedQuestion, run: AnswerRun): Judged {
  const table = JSON.stringify(run.figures.map(({ row, column, value }) => [row, column, value]));
  const all = bare([...run.passages.map(({ text }) => text), table].join("\n"));
  const first = bare(
    `${run.passages[0]?.text ?? ""} ${run.figures
      .slice(0, Math.max(1, answers.length))
      .map(({ row, column, value }) => `${row} ${column} ${value}`)
      .join(" ")}`,
  );
  const has = (text: string) => answers.length > 0 && answers.every((each) => new RegExp(each, "u").test(text));
  const shown = has(all);
  return {
    shown,
    onTop: has(first),
    foundSaid: run.holds,
    wrong: run.holds && (!shown || missing !== undefined),
    spent: run.spent,
  };
}

const bare = (text: string) => text.normalize("NFKC").replace(/<[^<>]*>|[\s,|]/gu, "");

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
      for (const name of ["shown", "onTop", "foundSaid", "wrong", "spent"] as const)
        total[name] += Number(judged[name]);
      if (!listed) continue;
      const says = Object.entries(judged).flatMap(([name, is]) => (is === true ? [name] : []));
      const shown = run.figures.slice(0, 3).map(({ row, column, value }) => `    ${row} | ${column} | ${value}`);
      const passages = run.passages.slice(0, 2).map(({ heading, text }) => `    ${heading}: ${text.slice(0, 90)}`);
      const about = [question.kind, question.question, says.join(" "), judged.spent, run.stopped_because].join(" | ");
      console.log([about, ...shown, ...passages].join("\n"));
    }
    console.log(`${half}, ${questions.length} questions at ${budget} credits: ${JSON.stringify(total)}`);
  } finally {
    await asking.close();
    await service.stop();
  }
}
