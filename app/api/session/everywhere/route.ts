import { leftBrowser } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { endSessionCookie } from "@/lib/auth/session";
import { logEvent } from "@/lib/log";
import { store } from "@/lib/store/database";
import { deleteSessionsOfOwner } from "@/lib/store/sessions";

/** Signs out every browser of this library, this one included. Posted by a plain form. */
export const POST = ownerRoute(async ({ owner }) => {
  const count = await deleteSessionsOfOwner(store(), owner.ownerId);
  logEvent("signed_out_everywhere", { ownerId: owner.ownerId, count });
  await endSessionCookie();
  return leftBrowser();
});
