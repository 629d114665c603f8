import { app } from "@/lib/app.server";

/** Costs nothing and counts against no limit. */
export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson({ reachable: await app.availabilityOf(owner.upstream).check() }),
);
