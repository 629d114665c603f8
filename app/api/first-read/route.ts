import { z } from "zod";
import { noContent } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";
import { firstReadSteps, saveFirstRead } from "@/lib/store/first-read";

const Progress = z.object({ step: z.int().min(1).max(firstReadSteps), left: z.boolean() });

/** Remembers how far the owner came in the guided first read, or that it was left. */
export const PUT = ownerRoute(async ({ owner, request }) => {
  await saveFirstRead(store(), owner.ownerId, await readBody(request, Progress), Date.now());
  return noContent();
});
