import { z } from "zod";
import { app } from "@/lib/app.server";

/** Keeps the key of this session for the owner's tokens, in place of another; `consent` says that it may be kept. */
export const PUT = app.ownerRoute(async ({ owner, request }) => {
  await app.readBody(request, z.object({ consent: z.literal(true) }));
  await app.programs.serveTokensWithKey(app.running(), owner, Date.now());
  return app.noContent();
});
