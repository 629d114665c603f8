import { leftBrowser } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readForm } from "@/lib/auth/read-body";
import { endSessionCookie } from "@/lib/auth/session";
import { hashPrefixOf, logSessionEnd } from "@/lib/auth/sessions";
import { routes } from "@/lib/routes";
import { store } from "@/lib/store/database";
import { deleteSession, findSessionByPrefix } from "@/lib/store/sessions";

/**
 * Ends one session of this library. Posted by a plain form. A session of another library gets the same answer as one
 * that has ended.
 */
export const POST = ownerRoute(async ({ request, owner }) => {
  const named = (await readForm(request)).get("session");
  const prefix = typeof named === "string" ? hashPrefixOf(named) : undefined;
  const row = prefix === undefined ? undefined : await findSessionByPrefix(store(), prefix);
  const isOwn = row?.owner_id === owner.ownerId;
  if (row !== undefined && isOwn) {
    await deleteSession(store(), row.session_hash);
    logSessionEnd(row, "ended_by_owner");
  }
  if (isOwn && row.session_hash === owner.sessionHash) {
    await endSessionCookie();
    return leftBrowser();
  }
  const target = `${routes.account({ session: isOwn ? "ended" : "gone" })}#sessions-head`;
  return new Response(null, { status: 303, headers: { Location: target, "Cache-Control": "private, no-store" } });
});
