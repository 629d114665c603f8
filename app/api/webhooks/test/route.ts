import { z } from "zod";
import { noContent } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";
import { testWebhook } from "@/lib/updates/subscriptions";

/** Sends a test to a webhook, by the same way as every delivery. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { webhook_id } = await readBody(request, z.object({ webhook_id: z.string().max(100) }));
  await testWebhook(store(), owner.ownerId, webhook_id);
  return noContent();
});
