import { z } from "zod";
import { app } from "@/lib/app.server";

const Link = z.object({ parts: z.array(z.string().max(20_000)).max(1_000) });

/** The lines of somebody's link, at the prices of whoever asks. Free, and nothing is kept. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { parts } = await app.readBody(request, Link);
  return app.privateJson(await app.lookIntoLink(app.running().purchases, app.spenderOf(owner), parts));
});
