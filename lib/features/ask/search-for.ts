import { parseSingle } from "../../spending/pricing/actions.ts";
import type { SinglePurchase } from "../../spending/wire.ts";
import type { ReadQuestion } from "../../text/passages/read-question.ts";
import type { QuestionRequest } from "./record.ts";

const hitsMax = 20;

/** The search for the place of an answer: Japanese words also for an English question, since filings are in Japanese. */
export function searchFor(
  request: QuestionRequest,
  question: ReadQuestion,
  codes: readonly string[],
): Extract<SinglePurchase, { kind: "search_documents" }> {
  const query = question.language === "ja" || question.labels.length === 0 ? question.text : question.labels.join(" ");
  const action = parseSingle({
    kind: "search_documents",
    input: {
      query: query.slice(0, 1_000),
      ...(codes.length === 0 ? {} : { security_codes: codes }),
      ...(request.since === undefined ? {} : { timeline_since: request.since }),
      ...(request.until === undefined ? {} : { timeline_until: request.until }),
      // A question of an earlier year is about a report that later ones have replaced.
      latest_only: question.years.length === 0 && request.document_ids === undefined,
      top_k: hitsMax,
      include_snippet: false,
    },
  });
  if (action.kind !== "search_documents") throw new Error("another kind of purchase");
  return action;
}
