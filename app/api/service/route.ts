import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { availabilityOf } from "@/lib/upstream/availability";

/** Whether the service answers as of now. Costs nothing and counts against no limit. */
export const GET = ownerRoute(async ({ owner }) =>
  privateJson({ reachable: await availabilityOf(owner.upstream.baseUrl).check() }),
);
