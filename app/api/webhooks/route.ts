import { z } from "zod";
import { noContent, privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";
import { endWebhook, makeWebhook } from "@/lib/updates/subscriptions";

const Webhook = z.object({
  source: z.string().max(100),
  address: z.string().max(4000),
  consent: z.boolean().default(false),
});

/** Makes a webhook and answers the secret that signs its deliveries, this once. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const wanted = await readBody(request, Webhook);
  return privateJson({ secret: await makeWebhook(store(), owner, wanted) }, { status: 201 });
});

export const DELETE = ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("webhook_id");
  if (id !== null) await endWebhook(store(), owner.ownerId, id);
  return noContent();
});
