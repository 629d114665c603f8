import { answerOf } from "@/lib/answers/answers";
import { dossierState, unshareOwnDossier } from "@/lib/answers/dossiers";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";

/** From now on its address is answered like one that never was. */
export const POST = ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const asked = { owner, answerId: params.answerId, find: answerOf };
  await unshareOwnDossier(asked);
  return privateJson(await dossierState(asked));
});
