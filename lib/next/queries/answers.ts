import { queryOptions } from "@tanstack/react-query";
import type { DossierState } from "../../features/ask/dossiers.ts";
import type { AnswerRun, AnswerStart, QuestionPlan, QuestionRequest } from "../../features/ask/record.ts";
import { askRoutes } from "../../routes.ts";
import { fetchOwnApi } from "./own-api.ts";

/** Questions, their plans and answers. Only `startAnswer` spends. */
export const answersKey = ["answers"] as const;

/** A line of the list of earlier questions. */
export type AnswerLine = Pick<AnswerRun, "answer_id" | "state" | "budget" | "spent" | "asked_at" | "plan">;

export function answersQuery() {
  return queryOptions({
    queryKey: answersKey,
    queryFn: ({ signal }) => fetchOwnApi<{ readonly answers: readonly AnswerLine[] }>(askRoutes.all(), { signal }),
  });
}

const pollMs = 700;

/** An answer, asked for again until its run has ended. */
export function answerQuery(answerId: string) {
  return queryOptions({
    queryKey: [...answersKey, answerId],
    queryFn: ({ signal }) => fetchOwnApi<AnswerRun>(askRoutes.one(answerId), { signal }),
    refetchInterval: (query) => {
      const state = query.state.data?.state;
      return state === "running" || state === "planned" ? pollMs : false;
    },
  });
}

/** Free: what an answer would look at, and what it would cost at most. */
export function planAnswer(question: QuestionRequest) {
  return fetchOwnApi<QuestionPlan>(askRoutes.plan(), { method: "POST", body: question });
}

/** Runs the plan that was on the screen, for no more than was shown. */
export function startAnswer(start: AnswerStart) {
  return fetchOwnApi<AnswerRun>(askRoutes.all(), { method: "POST", body: start });
}

export function stopAnswer(answerId: string) {
  return fetchOwnApi(askRoutes.stop(answerId), { method: "POST", body: {} });
}

export function dossierStateQuery(answerId: string) {
  return queryOptions({
    queryKey: [...answersKey, answerId, "dossier"],
    queryFn: ({ signal }) => fetchOwnApi<DossierState>(askRoutes.share(answerId), { signal }),
  });
}

export function changeDossier(answerId: string, change: "share" | "unshare" | "recheck") {
  return fetchOwnApi<DossierState>(askRoutes[change](answerId), { method: "POST", body: {} });
}
