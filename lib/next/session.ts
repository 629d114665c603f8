import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { app } from "../app.server.ts";
import type { Owner } from "../owners/owner.ts";
import { routes } from "../routes.ts";

/**
 * The session of the page that Next is rendering. Handlers of routes find theirs by their request (lib/owners/owner-route).
 *
 *   const owner = await requireOwner();   // else to the sign-in page
 */

/** The signed-in owner, or undefined. Read once for each request. */
export const getSession = cache(async (): Promise<Owner | undefined> => app.findOwner(await headers()));

/** For pages: returns the owner, or redirects to the sign-in page, which returns here afterwards. */
export async function requireOwner(): Promise<Owner> {
  const owner = await getSession();
  if (owner !== undefined) return owner;
  const next = await requestedPath();
  // A session cookie without a session means that it has ended; the sign-in page then says so.
  const had = (await cookies()).has(app.cookieNames(app.isSecure(app.running().settings.publicOrigin)).session);
  redirect(routes.signIn({ ...(next === "/" ? {} : { next }), ...(had ? { error: "session_ended" } : {}) }));
}

/** Path and query of the requested page, as the server passed them on (lib/server/admit.ts). */
export async function requestedPath(): Promise<string> {
  return (await headers()).get(app.requestHeaders.path) ?? "/";
}

/** The token that sign-in and sign-out forms carry as `csrfToken`, for the pages that are never compressed. */
export async function csrfToken(): Promise<string> {
  if (!app.mayHoldSecret(await requestedPath()))
    throw new Error("A form's token is for pages that are not compressed.");
  return (await headers()).get(app.requestHeaders.csrf) ?? "";
}

export async function requestedHost(): Promise<string | null> {
  return (await headers()).get("host");
}

/** Deletes this browser's session cookie. The session itself is ended in the store. */
export async function endSessionCookie(): Promise<void> {
  (await cookies()).delete({
    name: app.cookieNames(app.isSecure(app.running().settings.publicOrigin)).session,
    path: "/",
  });
}
