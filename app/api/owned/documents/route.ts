import { app } from "@/lib/app.server";

const documentsMax = 100;

/** `?id=…&id=…`: what is owned of each document of a list. */
export const GET = app.ownerRoute(async ({ owner, request }) => {
  const ids = new URL(request.url).searchParams.getAll("id").slice(0, documentsMax);
  const { rows } = app.running().purchases;
  return app.privateJson(await app.ownedDocuments(rows, app.spenderOf(owner), ids));
});
