import { z } from "zod";
import { noContent } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";
import { resumeWithKey } from "@/lib/updates/subscriptions";

/** Keeps the key of this session for feeds and webhooks that have none any more; `consent` says that it may be kept. */
export const PUT = ownerRoute(async ({ owner, request }) => {
  await readBody(request, z.object({ consent: z.literal(true) }));
  await resumeWithKey(store(), owner);
  return noContent();
});
