import { answerOf } from "@/lib/answers/answers";
import { dossierOf } from "@/lib/answers/dossiers";
import { ownerRoute } from "@/lib/auth/owner-route";

/** The signed dossier as a file, in the form that `verify.mjs` takes. */
export const GET = ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const { file } = await dossierOf({ owner, answerId: params.answerId, find: answerOf });
  return new Response(file, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="hiraku-dossier.json"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
