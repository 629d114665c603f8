import { app } from "@/lib/app.server";

export const GET = app.ownerRoute(async ({ owner, request }) =>
  app.privateJson(await app.ledgerPage(app.running().purchases.rows, owner.ownerId, new URL(request.url).searchParams)),
);
