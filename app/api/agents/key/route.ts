import { z } from "zod";
import { serveTokensWithKey } from "@/lib/agents/tokens";
import { noContent } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";

/** Keeps the key of this session for the owner's tokens, in place of another; `consent` says that it may be kept. */
export const PUT = ownerRoute(async ({ owner, request }) => {
  await readBody(request, z.object({ consent: z.literal(true) }));
  await serveTokensWithKey(store(), owner, Date.now());
  return noContent();
});
