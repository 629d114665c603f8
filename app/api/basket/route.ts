import { z } from "zod";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { changeBasket } from "@/lib/purchases/library/basket";
import { basketView } from "@/lib/purchases/library/basket-view";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import type { SinglePurchase } from "@/lib/purchases/wire";

/** Each is parsed as the quote would parse it. */
const Lines = z.array(z.custom<SinglePurchase>()).max(200).exactOptional();
const Change = z.object({
  add: Lines,
  remove: Lines,
  clear: z.boolean().exactOptional(),
  dismiss: z.string().max(100).exactOptional(),
});

/** What was collected, each line with its price. Free. */
export const GET = ownerRoute(async ({ owner }) => privateJson(await basketView(await purchases(), spenderOf(owner))));

export const PUT = ownerRoute(async ({ owner, request }) => {
  const change = await readBody(request, Change);
  const { rows, deps } = await purchases();
  return privateJson({ count: await changeBasket(rows, spenderOf(owner), change, deps.clock.nowMs()) });
});
