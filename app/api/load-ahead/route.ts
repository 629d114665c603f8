import { app } from "@/lib/app.server";

/** Asks the service nothing that counts. */
export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson({ room: await app.mayLoadAhead(owner.upstream, Date.now()) }),
);
