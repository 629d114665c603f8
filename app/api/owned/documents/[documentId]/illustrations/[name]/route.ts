import { app } from "@/lib/app.server";

/** An image that came with a text that was bought. */
export const GET = app.ownerRoute<{ documentId: string; name: string }>(async ({ owner, params, request }) => {
  const { rows } = app.running().purchases;
  const { ownerId, upstream } = app.spenderOf(owner);
  return app.serveIllustration(
    await rows.illustrations.illustration(ownerId, upstream, params.documentId, params.name),
    request,
  );
});
