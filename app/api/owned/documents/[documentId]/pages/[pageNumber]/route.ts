import { after } from "next/server";
import { ownerRoute } from "@/lib/auth/owner-route";
import { logger } from "@/lib/log";
import { serveArtifact } from "@/lib/purchases/http/serve-artifact";
import { servePreview } from "@/lib/purchases/http/serve-preview";
import { purchases, spenderOf } from "@/lib/purchases/purchases";

export const GET = ownerRoute<{ documentId: string; pageNumber: string }>(async ({ owner, params, request }) => {
  const { deps, rows } = await purchases();
  const { ownerId, upstream } = spenderOf(owner);
  const page = /^\d{1,6}$/.test(params.pageNumber) ? Number(params.pageNumber) : -1;
  const artifact = await rows.artifacts.pageOf(ownerId, upstream, params.documentId, page);
  if (new URL(request.url).searchParams.get("size") === "small") return servePreview(deps, artifact, request);
  return serveArtifact(deps, rows, artifact, request, { attachment: false, later });
});

/** A page that is turned to is shown before it is written down that it was. */
function later(work: () => Promise<void>): void {
  after(() => work().catch((error: unknown) => logger().error({ err: error }, "an opening was not recorded")));
}
