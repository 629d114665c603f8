import { ownerRoute } from "@/lib/auth/owner-route";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { serveArtifact } from "@/lib/purchases/http/serve-artifact";
import { servePreview } from "@/lib/purchases/http/serve-preview";

export const GET = ownerRoute<{ documentId: string; pageNumber: string }>(async ({ owner, params, request }) => {
  const { deps, rows } = await purchases();
  const { ownerId, upstream } = spenderOf(owner);
  const page = /^\d{1,6}$/.test(params.pageNumber) ? Number(params.pageNumber) : -1;
  const artifact = await rows.artifacts.pageOf(ownerId, upstream, params.documentId, page);
  if (new URL(request.url).searchParams.get("size") === "small") return servePreview(deps, artifact, request);
  return serveArtifact(deps, rows, artifact, request, { attachment: false });
});
