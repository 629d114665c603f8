import { app } from "@/lib/app.server";

/** From now on its address is answered like one that never was. */
export const POST = app.ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const asked = { owner, answerId: params.answerId, find: app.ask.answerOf };
  await app.ask.unshareOwnDossier(asked);
  return app.privateJson(await app.ask.dossierState(asked));
});
