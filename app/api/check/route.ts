import { app } from "@/lib/app.server";

/** Costs nothing, and stores nothing of the draft. */
export const POST = app.ownerRoute(
  async ({ owner, request }) =>
    app.privateJson(
      await app.checkForOwner(owner, await app.readBody(request, app.CheckRequest, app.checkBytesMax), request.signal),
    ),
  app.checkBytesMax,
);
