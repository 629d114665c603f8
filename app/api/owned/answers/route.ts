import { app } from "@/lib/app.server";

/** The owned answer to a query, or null. It never runs the query. */
export const GET = app.ownerRoute(async ({ owner, request }) => {
  const { deps, rows } = app.running().purchases;
  const question = app.questionFromQuery(new URL(request.url).searchParams);
  return app.privateJson(await app.storedAnswer(deps, rows, app.spenderOf(owner), app.questionUnit(question)));
});
