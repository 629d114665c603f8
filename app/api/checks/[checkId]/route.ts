import { app } from "@/lib/app.server";

/** The stored draft, checked again for nothing. */
export const GET = app.ownerRoute<{ checkId: string }>(async ({ owner, params }) =>
  app.privateJson(await app.check.storedCheckOf(owner, params.checkId)),
);

export const DELETE = app.ownerRoute<{ checkId: string }>(async ({ owner, params }) => {
  await app.check.deleteOwnCheck(owner, params.checkId);
  return app.noContent();
});
