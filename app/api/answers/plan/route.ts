import { app } from "@/lib/app.server";

export const POST = app.ownerRoute(async ({ owner, request }) =>
  app.privateJson(await app.ask.planForOwner(owner, await app.readBody(request, app.ask.QuestionRequest)), {
    status: 201,
  }),
);
