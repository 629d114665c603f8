import { app } from "@/lib/app.server";

/** How far it is, with every charge; poll while its state is `running`. */
export const GET = app.ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const run = await app.ask.answerOf(owner, params.answerId);
  if (run === undefined) {
    throw new app.RouteProblem({ status: 404, code: "answer_not_found", detail: "There is no such answer." });
  }
  return app.privateJson(run);
});
