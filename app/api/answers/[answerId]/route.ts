import { RouteProblem } from "@/lib/auth/answers";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { answerOf } from "@/lib/answers/answers";

/** How far it is, with every charge; poll while its state is `running`. */
export const GET = ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const run = await answerOf(owner, params.answerId);
  if (run === undefined) {
    throw new RouteProblem({ status: 404, code: "answer_not_found", detail: "There is no such answer." });
  }
  return privateJson(run);
});
