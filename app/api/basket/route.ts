import { z } from "zod";
import { app } from "@/lib/app.server";
import type { SinglePurchase } from "@/lib/spending/wire";

/** Each is parsed as the quote would parse it. */
const Lines = z.array(z.custom<SinglePurchase>()).max(200).exactOptional();
const Change = z.object({
  add: Lines,
  remove: Lines,
  clear: z.boolean().exactOptional(),
  dismiss: z.string().max(100).exactOptional(),
});

export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson(await app.basketView(app.running().purchases, app.spenderOf(owner))),
);

export const PUT = app.ownerRoute(async ({ owner, request }) => {
  const change = await app.readBody(request, Change);
  const { rows, deps } = app.running().purchases;
  return app.privateJson({ count: await app.changeBasket(rows, app.spenderOf(owner), change, deps.clock.nowMs()) });
});
