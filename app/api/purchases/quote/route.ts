import { z } from "zod";
import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { purchases, spenderOf } from "@/lib/purchases/purchases";

const Asked = z.object({ action: z.unknown() });

/** What something costs. Free, and nothing is run. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { action } = await readBody(request, Asked);
  return privateJson(await (await purchases()).purchaseService.quote(spenderOf(owner), action));
});
