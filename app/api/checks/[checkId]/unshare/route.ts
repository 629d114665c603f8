import { app } from "@/lib/app.server";

/** From now on its address is answered like one that never was. */
export const POST = app.ownerRoute<{ checkId: string }>(async ({ owner, params }) =>
  app.privateJson(await app.check.unshareOwnCheck(owner, params.checkId)),
);
