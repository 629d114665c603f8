import { app } from "@/lib/app.server";

/** The signed dossier as a file, in the form that `verify.mjs` takes. */
export const GET = app.ownerRoute<{ answerId: string }>(async ({ owner, params }) => {
  const { file } = await app.ask.dossierOf({ owner, answerId: params.answerId, find: app.ask.answerOf });
  return new Response(file, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="hiraku-dossier.json"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
