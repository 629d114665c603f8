import { answerOf } from "@/lib/answers/answers";
import { dossierState, recheckOwnDossier } from "@/lib/answers/dossiers";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";

/** Asks the service, for nothing, what has been amended or superseded since. */
export const POST = ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const asked = { owner, answerId: params.answerId, find: answerOf };
  await recheckOwnDossier(asked);
  return privateJson(await dossierState(asked));
});
