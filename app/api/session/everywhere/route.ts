import { app } from "@/lib/app.server";
import { endSessionCookie } from "@/lib/next/session";

/** Signs out every browser of this library, this one included. Posted by a plain form. */
export const POST = app.ownerRoute(async ({ request, owner }) => {
  // A form has nothing to say here, but a body of another kind is no form of ours.
  await app.readForm(request);
  const count = await app.deleteSessionsOfOwner(app.running().store, owner.ownerId);
  app.logEvent("signed_out_everywhere", { ownerId: owner.ownerId, count });
  await endSessionCookie();
  return app.leftBrowser();
});
