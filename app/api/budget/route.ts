import { z } from "zod";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { purchases } from "@/lib/purchases/purchases";

const cap = z.int().min(0).max(1_000_000).nullable();
const Budget = z.object({ daily_cap: cap, monthly_cap: cap, confirm_at: z.int().min(1).max(1_000_000) });

export const GET = ownerRoute(async ({ owner }) =>
  privateJson(await (await purchases()).rows.budget.budget(owner.ownerId)),
);

export const PUT = ownerRoute(async ({ owner, request }) => {
  const budget = await readBody(request, Budget);
  await (await purchases()).rows.budget.saveBudget(owner.ownerId, budget);
  return privateJson(budget);
});
