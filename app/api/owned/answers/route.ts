import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { questionUnit } from "@/lib/purchases/pricing/actions";
import { storedAnswer } from "@/lib/purchases/library/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { questionFromQuery } from "@/lib/purchases/http/question-query";

/** The owned answer to a query, or null. It never runs the query. */
export const GET = ownerRoute(async ({ owner, request }) => {
  const { deps, rows } = await purchases();
  const question = questionFromQuery(new URL(request.url).searchParams);
  return privateJson(await storedAnswer(deps, rows, spenderOf(owner), questionUnit(question)));
});
