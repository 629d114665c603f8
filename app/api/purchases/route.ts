import { z } from "zod";
import { app } from "@/lib/app.server";

const Confirmation = z.object({
  token: z.string().min(1).max(60_000),
  max_credits: z.int().min(0),
  label: z.string().trim().max(80).nullable().optional(),
});

/** Spends the credits of a confirmed quote. A purchase continues if the browser that confirmed it disconnects. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { token, max_credits, label } = await app.readBody(request, Confirmation);
  const { purchaseService, deps, rows } = app.running().purchases;
  const spender = app.spenderOf(owner);
  const id = await purchaseService.confirm(spender, {
    token,
    max_credits,
    label: label === "" ? null : (label ?? null),
  });
  return app.privateJson(await app.purchaseView(deps, rows, spender, id));
});
