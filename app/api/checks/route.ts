import { app } from "@/lib/app.server";

/** Stores a check of this draft, because its owner says so. Costs nothing. */
export const POST = app.ownerRoute(
  async ({ owner, request }) =>
    app.privateJson(
      await app.check.storeForOwner(
        owner,
        await app.readBody(request, app.check.StoreRequest, app.check.checkBytesMax),
      ),
      {
        status: 201,
      },
    ),
  app.check.checkBytesMax,
);
