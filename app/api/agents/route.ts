import { z } from "zod";
import { agentFacts } from "@/lib/agents/facts";
import { forgetUnusedAgentKeys } from "@/lib/agents/kept-key";
import { endAgentToken, makeAgentToken } from "@/lib/agents/tokens";
import { noContent, privateJson } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { purchases } from "@/lib/purchases/purchases";
import { agentScopes } from "@/lib/store/agent-tokens";
import { store } from "@/lib/store/database";

const Token = z.object({
  name: z.string().trim().min(1).max(60),
  scope: z.enum(agentScopes),
  daily_cap: z.int().min(0).max(100_000),
  total_cap: z.int().min(0).max(1_000_000),
  days: z.int().min(1).max(365),
  consent: z.boolean().default(false),
});

/** Tokens, tasks and waiting plans of the owner's programs. */
export const GET = ownerRoute(async ({ owner }) => {
  await forgetUnusedAgentKeys(store(), Date.now());
  return privateJson(await agentFacts(store(), (await purchases()).rows, owner, Date.now()));
});

/** Makes a token and answers it, this once. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { name, scope, daily_cap, total_cap, days, consent } = await readBody(request, Token);
  const wanted = { name, scope, dailyCap: daily_cap, totalCap: total_cap, days, consent };
  return privateJson({ token: await makeAgentToken(store(), owner, wanted, Date.now()) }, { status: 201 });
});

export const DELETE = ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("token_id");
  if (id !== null) await endAgentToken(store(), owner.ownerId, id, Date.now());
  return noContent();
});
