import { app } from "@/lib/app.server";

/** The step under way is finished, and none is begun after it. */
export const POST = app.ownerRoute<{ answerId: string }>(async ({ owner, params }) =>
  app.privateJson(await app.ask.stopForOwner(owner, params.answerId)),
);
