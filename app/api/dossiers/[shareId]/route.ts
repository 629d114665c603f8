import { app } from "@/lib/app.server";

/** A shared answer as its reader may see it. Unshared and unknown are the same. */
export const GET = app.ownerRoute<{ shareId: string }>(async ({ owner, params }) => {
  const shared = await app.ask.sharedDossier(owner, params.shareId);
  if (shared === undefined) {
    throw new app.RouteProblem({ status: 404, code: "not_found", detail: "Answer not found." });
  }
  return app.privateJson(shared);
});
