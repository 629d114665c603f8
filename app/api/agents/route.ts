import { z } from "zod";
import { app } from "@/lib/app.server";

const Token = z.object({
  name: z.string().trim().min(1).max(60),
  scope: z.enum(app.agentScopes),
  daily_cap: z.int().min(0).max(100_000),
  total_cap: z.int().min(0).max(1_000_000),
  days: z.int().min(1).max(365),
  consent: z.boolean().default(false),
});

/** Tokens, tasks and waiting plans of the owner's programs. */
export const GET = app.ownerRoute(async ({ owner }) => {
  await app.programs.forgetUnusedAgentKeys(app.running().store, Date.now());
  return app.privateJson(await app.programs.agentFacts(app.running(), app.running().purchases.rows, owner, Date.now()));
});

/** Makes a token and answers it, this once. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { name, scope, daily_cap, total_cap, days, consent } = await app.readBody(request, Token);
  const wanted = { name, scope, dailyCap: daily_cap, totalCap: total_cap, days, consent };
  return app.privateJson(
    { token: await app.programs.makeAgentToken(app.running(), owner, wanted, Date.now()) },
    { status: 201 },
  );
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("token_id");
  if (id !== null) await app.programs.endAgentToken(app.running().store, owner.ownerId, id, Date.now());
  return app.noContent();
});
