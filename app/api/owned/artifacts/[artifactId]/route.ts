import { app } from "@/lib/app.server";

/** The stored bytes as they were received, whether the app can read them or not. */
export const GET = app.ownerRoute<{ artifactId: string }>(async ({ owner, params, request }) => {
  const { deps, rows } = app.running().purchases;
  const artifact = await rows.artifacts.artifactOf(owner.ownerId, params.artifactId);
  return app.serveArtifact(deps, rows, artifact, request, { attachment: true, raw: true });
});
