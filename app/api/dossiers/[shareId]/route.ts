import { sharedDossier } from "@/lib/answers/dossiers";
import { RouteProblem } from "@/lib/auth/answers";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";

/** A shared answer as its reader may see it. Unshared and unknown are the same. */
export const GET = ownerRoute<{ shareId: string }>(async ({ owner, params }) => {
  const shared = await sharedDossier(owner, params.shareId);
  if (shared === undefined) {
    throw new RouteProblem({ status: 404, code: "not_found", detail: "There is no such answer here." });
  }
  return privateJson(shared);
});
