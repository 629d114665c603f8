import { endpointOf } from "../../contract/endpoints.ts";
import { KindSchema } from "../library/purchase-views.ts";
import { endpointOfKind, isQuestion, parseSingle, type QuestionKind } from "../pricing/actions.ts";
import { PurchaseProblem } from "../problems.ts";
import type { SinglePurchase } from "../wire.ts";

/** `?kind=search_documents&query=…&top_k=20`; values get the types of the endpoint table. */
export function questionFromQuery(query: URLSearchParams): Extract<SinglePurchase, { kind: QuestionKind }> {
  const kind = KindSchema.safeParse(query.get("kind")).data;
  if (kind === undefined || !isQuestion(kind)) {
    throw new PurchaseProblem(422, "invalid_action", "kind must be search_documents, search_news or list_news.");
  }
  const endpoint = endpointOf(endpointOfKind(kind));
  const params = { ...endpoint.query, ...endpoint.body };
  const input: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) {
    if (key === "kind") continue;
    const parsed = params[key]?.fromText(query.getAll(key));
    if (parsed === undefined)
      throw new PurchaseProblem(400, "invalid_query_parameter", `Unknown field '${key.slice(0, 64)}'.`);
    if ("failure" in parsed) throw new PurchaseProblem(422, "validation", `${key}: ${parsed.failure.msg}`);
    if ("problem" in parsed) throw new PurchaseProblem(400, parsed.problem.code, parsed.problem.detail(key));
    if (parsed.value !== undefined) input[key] = parsed.value;
  }
  const action = parseSingle({ kind, input });
  if (!("input" in action)) throw new Error("a question without its input");
  return action;
}
