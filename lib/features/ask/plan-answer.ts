import { contentPrice } from "../../contract/prices.ts";
import { wholeCharacters } from "../../text/toc/position.ts";
import { coverageOf, coveredOf } from "./coverage.ts";
import { type Matter, type MatterDocument, needsIssuer } from "./matter.ts";
import { type ChosenStep, factSteps, newState, nextStep, noteTaken, ownedSteps } from "./next-step.ts";
import type { PlanStep, QuestionPlan } from "./record.ts";

const stepsMax = 10;
const creditsMax = 40;
const wordsMax = 24;

/** The steps in the order in which they would be taken if none brought the answer. Free. */
export function planAnswer(matter: Matter, at: { readonly planId: string; readonly nowMs: number }): QuestionPlan {
  const state = newState();
  const { issuers, facts } = matter;
  const steps: PlanStep[] = factSteps(matter, state);
  const { missing } = coverageOf(matter.question, issuers, { facts, figures: [], passages: [] });
  state.covered = coveredOf(issuers, missing);
  const isAnswered = missing.length === 0;
  if (!isAnswered) steps.push(...ownedSteps(matter, state));
  const { budget } = matter.request;
  let within = 0;
  let stopsAt: number | undefined;
  let total = 0;
  while (!isAnswered && steps.length < stepsMax) {
    // Within the budget first, as the run will choose; then what a larger one would reach.
    const inside = stopsAt === undefined ? nextStep(matter, state, budget - within) : undefined;
    if (inside === undefined) stopsAt ??= steps.length;
    const chosen: ChosenStep | undefined = inside ?? nextStep(matter, state, creditsMax - total);
    if (chosen === undefined) break;
    steps.push(chosen.step);
    noteTaken(matter, state, chosen.step);
    total += chosen.step.credits;
    if (inside !== undefined) within += chosen.step.credits;
  }
  return {
    plan_id: at.planId,
    question: matter.request.question,
    language: matter.question.language,
    asks_for: matter.question.asksFor,
    budget,
    words: [...new Set(matter.question.terms.flat())].slice(0, wordsMax),
    issuers: [...matter.issuers],
    documents: matter.documents.map(documentOf),
    ...(needsIssuer(matter) ? { needs_issuer: true as const } : {}),
    steps,
    stops_at: stopsAt ?? steps.length,
    most: within,
    total_if_all: total,
    planned_at: new Date(at.nowMs).toISOString(),
  };
}

function documentOf({ document, tree, tiers, characters }: MatterDocument): QuestionPlan["documents"][number] {
  const whole = contentPrice(tiers, wholeCharacters(tree, characters));
  return {
    document_id: document.document_id,
    title: document.title,
    issuer_name: document.issuer_name,
    security_code: document.security_code,
    period_end: document.period_end,
    whole_credits: whole.max,
  };
}
