import { app } from "@/lib/app.server";

/** Whether the browser may load a page that is only pointed at. Asks the service nothing that counts. */
export const GET = app.ownerRoute(async ({ owner }) =>
  app.privateJson({ room: await app.mayLoadAhead(owner.upstream, Date.now()) }),
);
