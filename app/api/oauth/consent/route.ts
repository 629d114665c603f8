import { z } from "zod";
import { app } from "@/lib/app.server";

const Decision = z.object({
  /** The query of the consent page. */
  search: z.string().max(4_000),
  wanted: z
    .object({
      name: z.string().trim().min(1).max(60),
      scope: z.enum(app.agentScopes),
      daily_cap: z.int().min(0).max(100_000),
      total_cap: z.int().min(0).max(1_000_000),
      days: z.int().min(1).max(365),
      consent: z.boolean().default(false),
    })
    .nullable(),
});

/** Takes the owner's decision and answers the address to go to, since the policy lets no form lead to another host. */
export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { search, wanted } = await app.readBody(request, Decision);
  const chosen = wanted === null ? null : { ...wanted, dailyCap: wanted.daily_cap, totalCap: wanted.total_cap };
  return app.privateJson({ location: await app.programs.answerConsent(owner, { search, wanted: chosen }, request) });
});
