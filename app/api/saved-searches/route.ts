import { randomBytes } from "node:crypto";
import { z } from "zod";
import { noContent, privateJson, RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { store } from "@/lib/store/database";
import { forgetSearch, listSavedSearches, saveSearch } from "@/lib/store/saved-searches";

const Search = z.object({
  target: z.enum(["documents", "news"]),
  query: z.string().trim().min(1).max(1000),
  address_query: z.string().max(4000),
});

export const GET = ownerRoute(async ({ owner }) =>
  privateJson({ searches: await listSavedSearches(store(), owner.ownerId) }),
);

export const POST = ownerRoute(async ({ owner, request }) => {
  const search = await readBody(request, Search);
  const row = { ...search, search_id: randomBytes(9).toString("base64url"), saved_at: Date.now() };
  if (!(await saveSearch(store(), owner.ownerId, row))) {
    throw new RouteProblem({ status: 409, code: "searches_full", detail: "200 searches are saved." });
  }
  return privateJson(row, { status: 201 });
});

export const DELETE = ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("search_id");
  if (id !== null) await forgetSearch(store(), owner.ownerId, id);
  return noContent();
});
