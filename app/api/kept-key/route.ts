import { z } from "zod";
import { app } from "@/lib/app.server";

/** Keeps the key of this session for feeds and webhooks that have none any more; `consent` says that it may be kept. */
export const PUT = app.ownerRoute(async ({ owner, request }) => {
  await app.readBody(request, z.object({ consent: z.literal(true) }));
  await app.following.resumeWithKey(app.running(), owner);
  return app.noContent();
});
