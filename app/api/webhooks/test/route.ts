import { z } from "zod";
import { app } from "@/lib/app.server";

/** Sends a test to a webhook, by the same way as every delivery. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { webhook_id } = await app.readBody(request, z.object({ webhook_id: z.string().max(100) }));
  await app.following.testWebhook(app.running().store, owner.ownerId, webhook_id);
  return app.noContent();
});
