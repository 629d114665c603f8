import { app } from "@/lib/app.server";

export const POST = app.ownerRoute(async ({ owner, request }) =>
  app.privateJson(await app.planForOwner(owner, await app.readBody(request, app.QuestionRequest)), { status: 201 }),
);
