import { app } from "@/lib/app.server";

export const GET = app.ownerRoute<{ documentId: string }>(async ({ owner, params }) =>
  app.privateJson(await app.ownedDocument(app.running().purchases.rows, app.spenderOf(owner), params.documentId)),
);
