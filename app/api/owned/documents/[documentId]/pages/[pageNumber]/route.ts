import { after } from "next/server";
import { app } from "@/lib/app.server";

export const GET = app.ownerRoute<{ documentId: string; pageNumber: string }>(async ({ owner, params, request }) => {
  const { deps, rows } = app.running().purchases;
  const { ownerId, upstream } = app.spenderOf(owner);
  const page = /^\d{1,6}$/.test(params.pageNumber) ? Number(params.pageNumber) : -1;
  const artifact = await rows.artifacts.pageOf(ownerId, upstream, params.documentId, page);
  if (new URL(request.url).searchParams.get("size") === "small")
    return app.servePreview(app.running().previews, deps, artifact, request);
  return app.serveArtifact(deps, rows, artifact, request, { attachment: false, later });
});

/** A page that is turned to is shown before it is written down that it was. */
function later(work: () => Promise<void>): void {
  after(() => work().catch((error: unknown) => app.logger().error({ err: error }, "an opening was not recorded")));
}
