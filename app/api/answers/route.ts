import { app } from "@/lib/app.server";

export const GET = app.ownerRoute(async ({ owner }) => app.privateJson({ answers: await app.ask.answersOf(owner) }));

/** Runs a plan that its owner has seen, for at most the confirmed credits. */
export const POST = app.ownerRoute(async ({ owner, request }) =>
  app.privateJson(await app.ask.startForOwner(owner, await app.readBody(request, app.ask.AnswerStart)), {
    status: 202,
  }),
);
