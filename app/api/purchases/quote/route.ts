import { z } from "zod";
import { app } from "@/lib/app.server";

const Asked = z.object({ action: z.unknown() });

export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { action } = await app.readBody(request, Asked);
  return app.privateJson(await app.running().purchases.purchaseService.quote(app.spenderOf(owner), action));
});
