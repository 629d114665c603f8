import { z } from "zod";
import { app } from "@/lib/app.server";

const Standing = z.object({ search_id: z.string().max(64) });

export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { search_id } = await app.readBody(request, Standing);
  await app.following.standSearch(app.running().store, owner, search_id, Date.now());
  return app.noContent();
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("search_id") ?? "";
  await app.following.endStandingSearch(app.running().store, owner, id);
  return app.noContent();
});
