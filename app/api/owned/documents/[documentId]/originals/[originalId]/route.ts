import { ownerRoute } from "@/lib/auth/owner-route";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { serveArtifact } from "@/lib/purchases/http/serve-artifact";

/**
 * Always sent as a download, so that a filer's file is never shown as a page of this origin. The viewer reads the bytes
 * by script.
 */
export const GET = ownerRoute<{ documentId: string; originalId: string }>(async ({ owner, params, request }) => {
  const { deps, rows } = await purchases();
  const { ownerId, upstream } = spenderOf(owner);
  const artifact = await rows.artifacts.originalOf(ownerId, upstream, params.documentId, params.originalId);
  return serveArtifact(deps, rows, artifact, request, { attachment: true });
});
