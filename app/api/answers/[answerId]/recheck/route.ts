import { app } from "@/lib/app.server";

/** Asks the service, for nothing, what has been amended or superseded since. */
export const POST = app.ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const asked = { owner, answerId: params.answerId, find: app.ask.answerOf };
  await app.ask.recheckOwnDossier(asked);
  return app.privateJson(await app.ask.dossierState(asked));
});
