import { ownerRoute } from "@/lib/auth/owner-route";
import { endSessionCookie } from "@/lib/auth/session";
import { routes } from "@/lib/routes";
import { store } from "@/lib/store/database";
import { deleteSessionsOfOwner } from "@/lib/store/sessions";

/** Signs out every browser of this library, this one included. A plain form posts here. */
export const POST = ownerRoute(async ({ owner }) => {
  deleteSessionsOfOwner(store(), owner.ownerId);
  await endSessionCookie();
  return new Response(null, {
    status: 303,
    headers: {
      Location: routes.signIn(),
      "Clear-Site-Data": '"cache", "storage"',
      "Cache-Control": "private, no-store",
    },
  });
});
