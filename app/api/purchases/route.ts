import { z } from "zod";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { purchaseView } from "@/lib/purchases/library/purchase-views";

const Confirmation = z.object({
  token: z.string().min(1).max(60_000),
  max_credits: z.int().min(0),
  label: z.string().trim().max(80).nullable().optional(),
});

/** The only route of the app that spends credits. A purchase continues if the browser that confirmed it disconnects. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { token, max_credits, label } = await readBody(request, Confirmation);
  const { purchaseService, deps, rows } = await purchases();
  const spender = spenderOf(owner);
  const id = await purchaseService.confirm(spender, {
    token,
    max_credits,
    label: label === "" ? null : (label ?? null),
  });
  return privateJson(await purchaseView(deps, rows, spender, id));
});
