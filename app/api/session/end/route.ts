import { app } from "@/lib/app.server";
import { endSessionCookie } from "@/lib/next/session";
import { routes } from "@/lib/routes";

/** A session of another library gets the same answer as one that has ended. */
export const POST = app.ownerRoute(async ({ request, owner }) => {
  const named = (await app.readForm(request)).get("session");
  const prefix = typeof named === "string" ? app.hashPrefixOf(named) : undefined;
  const row = prefix === undefined ? undefined : await app.findSessionByPrefix(app.running().store, prefix);
  const isOwn = row?.owner_id === owner.ownerId;
  if (row !== undefined && isOwn) {
    await app.deleteSession(app.running().store, row.session_hash);
    app.logSessionEnd(row, "ended_by_owner");
  }
  if (isOwn && row.session_hash === owner.sessionHash) {
    await endSessionCookie();
    return app.leftBrowser();
  }
  const target = `${routes.account({ session: isOwn ? "ended" : "gone" })}#sessions-head`;
  return new Response(null, { status: 303, headers: { Location: target, "Cache-Control": "private, no-store" } });
});
