import { app } from "@/lib/app.server";

/** Always a download, so that a filer's file is never shown as a page of this origin. */
export const GET = app.ownerRoute<{ documentId: string; originalId: string }>(async ({ owner, params, request }) => {
  const { deps, rows } = app.running().purchases;
  const { ownerId, upstream } = app.spenderOf(owner);
  const artifact = await rows.artifacts.originalOf(ownerId, upstream, params.documentId, params.originalId);
  return app.serveArtifact(deps, rows, artifact, request, { attachment: true });
});
