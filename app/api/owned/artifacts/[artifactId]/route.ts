import { ownerRoute } from "@/lib/auth/owner-route";
import { purchases } from "@/lib/purchases/purchases";
import { serveArtifact } from "@/lib/purchases/http/serve-artifact";

/** The stored bytes as they were received, whether the app can read them or not. */
export const GET = ownerRoute<{ artifactId: string }>(async ({ owner, params, request }) => {
  const { deps, rows } = await purchases();
  const artifact = await rows.artifacts.artifactOf(owner.ownerId, params.artifactId);
  return serveArtifact(deps, rows, artifact, request, { attachment: true, raw: true });
});
