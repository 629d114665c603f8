import { z } from "zod";
import { app } from "@/lib/app.server";

const Webhook = z.object({
  source: z.string().max(100),
  address: z.string().max(4000),
  consent: z.boolean().default(false),
});

/** Makes a webhook and answers the secret that signs its deliveries, this once. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const wanted = await app.readBody(request, Webhook);
  return app.privateJson({ secret: await app.following.makeWebhook(app.running(), owner, wanted) }, { status: 201 });
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("webhook_id");
  if (id !== null) await app.following.endWebhook(app.running().store, owner.ownerId, id);
  return app.noContent();
});
