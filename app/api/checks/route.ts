import { app } from "@/lib/app.server";

/** Stores a check of this draft, because its owner says so. Costs nothing. */
export const POST = app.ownerRoute(
  async ({ owner, request }) =>
    app.privateJson(await app.storeForOwner(owner, await app.readBody(request, app.StoreRequest, app.checkBytesMax)), {
      status: 201,
    }),
  app.checkBytesMax,
);
