import { z } from "zod";
import { app } from "@/lib/app.server";

const cap = z.int().min(0).max(1_000_000).nullable();
const Budget = z.object({ daily_cap: cap, monthly_cap: cap, confirm_at: z.int().min(1).max(1_000_000) });

export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson(await app.running().purchases.rows.budget.budget(owner.ownerId)),
);

export const PUT = app.ownerRoute(async ({ owner, request }) => {
  const budget = await app.readBody(request, Budget);
  await app.running().purchases.rows.budget.saveBudget(owner.ownerId, budget);
  return app.privateJson(budget);
});
