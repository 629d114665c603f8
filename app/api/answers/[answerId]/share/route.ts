import { app } from "@/lib/app.server";

export const GET = app.ownerRoute<{ answerId: string }>(async ({ owner, params }) =>
  app.privateJson(await app.ask.dossierState({ owner, answerId: params.answerId, find: app.ask.answerOf })),
);

/** Makes the address under which other signed-in readers see it. */
export const POST = app.ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const asked = { owner, answerId: params.answerId, find: app.ask.answerOf };
  await app.ask.shareOwnDossier(asked);
  return app.privateJson(await app.ask.dossierState(asked));
});
