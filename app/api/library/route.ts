import { app } from "@/lib/app.server";

export const GET = app.ownerRoute(async ({ owner, request }) => {
  const { deps, rows } = app.running().purchases;
  return app.privateJson(await app.libraryPage(deps, rows, owner.ownerId, new URL(request.url).searchParams));
});
