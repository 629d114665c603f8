import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "@/lib/auth/content-security-policy";
import { cookieNames, isSecure } from "@/lib/auth/cookies";
import { csrfTokenIn, makeCsrf } from "@/lib/auth/csrf";
import { isAllowedHost, ownOrigin } from "@/lib/auth/hosts";
import { requestHeaders } from "@/lib/auth/request-headers";
import { secrets } from "@/lib/auth/secrets";
import { newestTokenSecret } from "@/lib/auth/token";
import { settings } from "@/lib/env";
import { api, feedsRoot, routes } from "@/lib/routes";

/**
 * Sets the nonce and redirects to the sign-in page where there is no session cookie. This is no security boundary:
 * every handler checks the session itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const { publicOrigin, production } = settings();
  // Load balancers and supervisors use IP addresses; the answer reveals nothing.
  if (request.nextUrl.pathname === api.health() || request.nextUrl.pathname === api.healthReady()) {
    return NextResponse.next();
  }
  const host = request.headers.get("host");
  if (host === null || !isAllowedHost(host, publicOrigin)) {
    return new NextResponse("This name is not served here.\n", { status: 421 });
  }
  const { pathname, search } = request.nextUrl;
  if (pathname === api.receiptKeys()) return NextResponse.next();
  // A feed reader has neither a session nor a cookie; the feed's route checks the token in the address.
  const isApi = pathname.startsWith("/api") || pathname.startsWith(`${feedsRoot}/`);
  const isOpen = isApi || pathname === routes.signIn() || pathname === routes.verify();
  if (!isOpen && !isSignedIn(request, publicOrigin)) {
    const target = routes.signIn(pathname === "/" && search === "" ? {} : { next: pathname + search });
    return NextResponse.redirect(new URL(target, ownOrigin(host, publicOrigin)), 307);
  }

  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, !production);
  const headers = new Headers(request.headers);
  // Next takes its nonce from the request's policy header, so one from outside must be replaced.
  headers.delete("content-security-policy-report-only");
  headers.set("content-security-policy", policy);
  headers.set(requestHeaders.nonce, nonce);
  headers.set(requestHeaders.path, pathname + search);
  const csrfCookie = cookieNames(isSecure(publicOrigin)).csrf;
  const csrfSecret = newestTokenSecret(secrets());
  const knownCsrf = csrfTokenIn(request.cookies.get(csrfCookie)?.value, csrfSecret);
  const madeCsrf = isApi || knownCsrf !== undefined ? undefined : makeCsrf(csrfSecret);
  headers.set(requestHeaders.csrf, knownCsrf ?? madeCsrf?.token ?? "");
  const response = NextResponse.next({ request: { headers } });
  if (madeCsrf !== undefined) {
    const flags = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(publicOrigin) } as const;
    response.cookies.set(csrfCookie, madeCsrf.cookie, flags);
  }
  response.headers.set("Content-Security-Policy", policy);
  if (isSecure(publicOrigin)) response.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  return response;
}

function isSignedIn(request: NextRequest, publicOrigin: string | undefined): boolean {
  return request.cookies.has(cookieNames(isSecure(publicOrigin)).session);
}

export const config = {
  matcher: [
    "/((?!_next/static|pdf/|fonts/|favicon\\.ico|icon\\.svg|icon-\\d+\\.png|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt|llms\\.txt|verify\\.mjs).*)",
  ],
};
