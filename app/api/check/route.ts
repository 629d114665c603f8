import { app } from "@/lib/app.server";

/** Costs nothing, and stores nothing of the draft. */
export const POST = app.ownerRoute(
  async ({ owner, request }) =>
    app.privateJson(
      await app.check.checkForOwner(
        owner,
        await app.readBody(request, app.check.CheckRequest, app.check.checkBytesMax),
        request.signal,
      ),
    ),
  app.check.checkBytesMax,
);
