import { readFileSync } from "node:fs";
import path from "node:path";
import type { AnswerRun } from "../../lib/features/ask/record.ts";

/** Questions as people ask them, each with the words that a whole answer shows; the issuer stands in the question. */
export interface AskedQuestion {
  readonly half: "tune" | "test";
  readonly kind: "figure" | "who" | "text" | "compare" | "trend" | "missing";
  readonly question: string;
  /** Patterns of words without white space and separators of thousands, all of which the answer shows. */
  readonly answers: readonly string[];
  /** An answer that lacks something can't be called found. */
  readonly missing?: readonly string[];
}

export function askedQuestions(half: string): AskedQuestion[] {
  return readFileSync(path.join(import.meta.dirname, "../questions/answers.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): AskedQuestion => JSON.parse(line))
    .filter((each) => each.half === half);
}

export interface Judged {
  /** Everything that was asked for is among what is shown. */
  readonly shown: boolean;
  /** The first passage or figure, or the table of a comparison, has it. */
  readonly onTop: boolean;
  readonly foundSaid: boolean;
  readonly wrong: boolean;
  readonly spent: number;
}

export function judgeAsked({ answers, missing }: AskedQuestion, run: AnswerRun): Judged {
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
