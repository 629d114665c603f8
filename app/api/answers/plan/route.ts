import { app } from "@/lib/app.server";

/** What an answer would look at and cost, and where it would stop. Free. */
export const POST = app.ownerRoute(async ({ owner, request }) =>
  app.privateJson(await app.planForOwner(owner, await app.readBody(request, app.QuestionRequest)), { status: 201 }),
);
