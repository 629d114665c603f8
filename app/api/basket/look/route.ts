import { z } from "zod";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { lookIntoLink } from "@/lib/purchases/library/basket-view";
import { purchases, spenderOf } from "@/lib/purchases/purchases";

const Link = z.object({ parts: z.array(z.string().max(20_000)).max(1_000) });

/** The lines of somebody's link, at the prices of whoever asks. Free, and nothing is kept. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { parts } = await readBody(request, Link);
  return privateJson(await lookIntoLink(await purchases(), spenderOf(owner), parts));
});
