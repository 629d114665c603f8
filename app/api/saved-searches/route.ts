import { randomBytes } from "node:crypto";
import { z } from "zod";
import { app } from "@/lib/app.server";

const Search = z.object({
  target: z.enum(["documents", "news"]),
  query: z.string().trim().min(1).max(1000),
  address_query: z.string().max(4000),
});

export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson({ searches: await app.listSavedSearches(app.running().store, owner.ownerId) }),
);

export const POST = app.ownerRoute(async ({ owner, request }) => {
  const search = await app.readBody(request, Search);
  const row = { ...search, search_id: randomBytes(9).toString("base64url"), saved_at: Date.now() };
  if (!(await app.saveSearch(app.running().store, owner.ownerId, row))) {
    throw new app.RouteProblem({ status: 409, code: "searches_full", detail: "200 searches are saved." });
  }
  return app.privateJson(row, { status: 201 });
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("search_id");
  if (id !== null) {
    const { store } = app.running();
    for (const feature of app.features) await feature.searchForgotten?.(store, owner, id);
    await app.forgetSearch(store, owner.ownerId, id);
  }
  return app.noContent();
});
