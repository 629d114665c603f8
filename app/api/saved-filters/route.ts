import { randomBytes } from "node:crypto";
import { z } from "zod";
import { app } from "@/lib/app.server";
import { queryString } from "@/lib/routes";
import { followedPart, readFilters, showsNothing, writeFilters } from "@/lib/text/format/timeline-filters";
import { filterSource } from "@/lib/text/format/update-source";

const Filter = z.object({ address_query: z.string().max(4000) });

export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson({ filters: await app.listSavedFilters(app.running().store, owner.ownerId) }),
);

export const POST = app.ownerRoute(async ({ owner, request }) => {
  const { address_query } = await app.readBody(request, Filter);
  const filters = followedPart(readFilters(new URLSearchParams(address_query)));
  if (showsNothing(filters)) {
    throw new app.RouteProblem({
      status: 422,
      code: "filter_shows_nothing",
      detail: "This filter lets nothing through.",
    });
  }
  const row = {
    filter_id: randomBytes(9).toString("base64url"),
    address_query: queryString(writeFilters(filters)).toString(),
    saved_at: Date.now(),
  };
  const saved = await app.saveFilter(app.running().store, owner.ownerId, row);
  if (saved === undefined) {
    throw new app.RouteProblem({ status: 409, code: "filters_full", detail: "20 filters are saved." });
  }
  return app.privateJson(saved, { status: saved === row ? 201 : 200 });
});

export const DELETE = app.ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("filter_id") ?? "";
  const { store } = app.running();
  for (const feature of app.features) {
    if (await feature.usesSource?.(store, owner.ownerId, filterSource(id))) {
      throw new app.RouteProblem({
        status: 409,
        code: "filter_in_use",
        detail: "A feed or webhook uses this filter. Revoke it first.",
      });
    }
  }
  await app.forgetFilter(store, owner.ownerId, id);
  return app.noContent();
});
