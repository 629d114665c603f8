import { struckReasons } from "@/lib/answers/check-reasons";
import type { AnswerRun, PlanStep } from "@/lib/answers/record";
import type { WordKey } from "@/lib/i18n/namespaces";
import type { Words } from "@/lib/i18n/words";

export type AskWords = Words<WordKey<"ask">>;

/** What a step looks at: the words of a search, or the headings of sections. */
export function stepTitle(step: Pick<PlanStep, "query" | "sections">): string {
  return step.query ?? step.sections.map(({ title }) => title).join(" · ");
}

export function stepVerb(kind: PlanStep["kind"], t: AskWords): string {
  return t(kind === "owned_text" ? "stepOwned" : kind === "search" ? "stepSearch" : "stepSections");
}

/** Why the sections of a step were chosen; each reason once. */
export function stepReason(step: Pick<PlanStep, "sections">, t: AskWords): string {
  return [...new Set(step.sections.map(({ why }) => t(`why_${why.reason}`)))].join(", ");
}

export function struckWords(why: string | undefined, t: AskWords): string {
  const reason = struckReasons.find((each) => each === why);
  return t(reason === undefined ? "struck_other" : `struck_${reason}`);
}

export function isRunning(run: Pick<AnswerRun, "state">): boolean {
  return run.state === "running" || run.state === "planned";
}
