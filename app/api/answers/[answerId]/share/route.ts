import { answerOf } from "@/lib/answers/answers";
import { dossierState, shareOwnDossier } from "@/lib/answers/dossiers";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";

/** Whether it is shared, and the last re-check. */
export const GET = ownerRoute<{ answerId: string }>(async ({ owner, params }) =>
  privateJson(await dossierState({ owner, answerId: params.answerId, find: answerOf })),
);

/** Makes the address under which other signed-in readers see it. */
export const POST = ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const asked = { owner, answerId: params.answerId, find: answerOf };
  await shareOwnDossier(asked);
  return privateJson(await dossierState(asked));
});
