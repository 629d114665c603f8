import { randomBytes } from "node:crypto";
import { z } from "zod";
import { noContent, privateJson, RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { filterSource } from "@/lib/format/update-source";
import { noFilters, readFilters, showsNothing, writeFilters } from "@/lib/format/timeline-filters";
import { queryString } from "@/lib/routes";
import { store } from "@/lib/store/database";
import { forgetFilter, listSavedFilters, saveFilter } from "@/lib/store/saved-filters";
import { isFollowedOutside } from "@/lib/updates/subscriptions";

const Filter = z.object({ address_query: z.string().max(4000) });

export const GET = ownerRoute(async ({ owner }) =>
  privateJson({ filters: await listSavedFilters(store(), owner.ownerId) }),
);

/** Saves the families and types of a filter; its days are left out, since what is new has no last day. */
export const POST = ownerRoute(async ({ owner, request }) => {
  const { address_query } = await readBody(request, Filter);
  const { families, types } = readFilters(new URLSearchParams(address_query));
  const filters = { ...noFilters, families: families?.filter((each) => each !== "news") ?? null, types };
  if (showsNothing(filters)) {
    throw new RouteProblem({ status: 422, code: "filter_shows_nothing", detail: "This filter lets nothing through." });
  }
  const row = {
    filter_id: randomBytes(9).toString("base64url"),
    address_query: queryString(writeFilters(filters)).toString(),
    saved_at: Date.now(),
  };
  const saved = await saveFilter(store(), owner.ownerId, row);
  if (saved === undefined) {
    throw new RouteProblem({ status: 409, code: "filters_full", detail: "20 filters are saved." });
  }
  return privateJson(saved, { status: saved === row ? 201 : 200 });
});

export const DELETE = ownerRoute(async ({ owner, request }) => {
  const id = new URL(request.url).searchParams.get("filter_id") ?? "";
  if (await isFollowedOutside(store(), owner.ownerId, filterSource(id))) {
    throw new RouteProblem({
      status: 409,
      code: "filter_in_use",
      detail: "A feed or webhook tells of this filter. Revoke it first.",
    });
  }
  await forgetFilter(store(), owner.ownerId, id);
  return noContent();
});
