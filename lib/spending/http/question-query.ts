import { endpointOf } from "../../contract/endpoints.ts";
import type { Purchase, QuestionKind } from "../../text/purchase-kinds.ts";
import { purchasables } from "../kinds/purchasables.ts";
import { isQuestion } from "../kinds/questions.ts";
import { KindSchema } from "../library/purchase-views.ts";
import { PurchaseProblem } from "../problems.ts";

/** `?kind=search_documents&query=…&top_k=20`; values get the types of the endpoint table. */
export function questionFromQuery(query: URLSearchParams): Purchase<QuestionKind> {
  const kind = KindSchema.safeParse(query.get("kind")).data;
  if (kind === undefined || !isQuestion(kind)) {
    throw new PurchaseProblem(422, "invalid_action", "kind must be search_documents, search_news or list_news.");
  }
  const endpoint = endpointOf(purchasables[kind].endpoint);
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
  return purchasables[kind].parse({ input });
}
