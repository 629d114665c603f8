import { ownerRoute } from "@/lib/auth/owner-route";
import { serveIllustration } from "@/lib/purchases/http/serve-illustration";
import { purchases, spenderOf } from "@/lib/purchases/purchases";

/** An image that came with a text that was bought. */
export const GET = ownerRoute<{ documentId: string; name: string }>(async ({ owner, params, request }) => {
  const { rows } = await purchases();
  const { ownerId, upstream } = spenderOf(owner);
  return serveIllustration(
    await rows.illustrations.illustration(ownerId, upstream, params.documentId, params.name),
    request,
  );
});
