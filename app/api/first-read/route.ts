import { z } from "zod";
import { app } from "@/lib/app.server";

const Progress = z.object({ step: z.int().min(1).max(app.firstReadSteps), left: z.boolean() });

/** Remembers how far the owner came in the guided first read, or that it was left. */
export const PUT = app.ownerRoute(async ({ owner, request }) => {
  await app.saveFirstRead(app.running().store, owner.ownerId, await app.readBody(request, Progress), Date.now());
  return app.noContent();
});
