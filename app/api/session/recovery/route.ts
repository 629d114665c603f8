import { app } from "@/lib/app.server";

/** Confirms that the recovery code has been noted; it is never shown again. */
export const POST = app.ownerRoute(async ({ owner }) => {
  await app.forgetRecoveryCode(app.store(), owner.sessionHash);
  return app.noContent();
});
