import { app } from "@/lib/app.server";

/** Makes the address under which other signed-in readers see its verdicts. */
export const POST = app.ownerRoute<{ checkId: string }>(async ({ owner, params }) =>
  app.privateJson(await app.check.shareOwnCheck(owner, params.checkId)),
);
