import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAllowedHost } from "../kit/hosts.ts";
import { contentSecurityPolicy } from "../owners/content-security-policy.ts";
import { cookieIn, cookieNames, isSecure } from "../owners/cookies.ts";
import { csrfTokenIn, makeCsrf } from "../owners/csrf.ts";
import { requestHeaders } from "../owners/request-headers.ts";
import type { SecretVersion } from "../owners/secrets.ts";
import { newestTokenSecret } from "../owners/token-secret.ts";
import { api, apiRoot, feedsRoot, oauthRoutes, routes } from "../routes.ts";
import type { Settings } from "../settings.ts";

/** Headers that every answer carries that is decided here or behind it. */
const fixedHeaders = Object.entries({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "X-Robots-Tag": "noindex, nofollow",
});

/** Files, for which neither a name nor a session is checked. */
const files =
  /^\/(?:_next\/static\/|pdf\/|fonts\/|(?:favicon\.ico|icon\.svg|icon-\d+\.png|apple-touch-icon\.png|manifest\.webmanifest|robots\.txt|llms\.txt|verify\.mjs)(?:\?|$))/;
/** Next's own tools in development. */
const developmentTools = /^\/_(?:next\/|_nextjs_)/;
/** Spellings of an address that Next redirects to the one address that it has. */
const otherSpelling = /\\|\/\/|.\/$/;
/** Headers that only this server sets, and the policies that Next would take from a caller. */
const toldByServer = [
  requestHeaders.nonce,
  requestHeaders.path,
  requestHeaders.csrf,
  "content-security-policy",
  "content-security-policy-report-only",
] as const;

/** Load balancers and supervisors use IP addresses, and the answers reveal nothing. */
const forAnyName: ReadonlySet<string> = new Set([api.health(), api.healthReady()]);

/** Facts of this installation, for anybody. */
const publicFacts: ReadonlySet<string> = new Set([
  ...[api.receiptKeys(), api.securityContact()],
  ...[oauthRoutes.server(), oauthRoutes.resource(), oauthRoutes.resourceOfDoor()],
]);

/** Pages that need no reader's session, and the address of before of one of them. */
const withoutReader: ReadonlySet<string> = new Set([
  routes.signIn(),
  routes.check(),
  "/verify",
  routes.operator(),
  routes.mail(),
]);

/** The path and query that were asked for, without what Next adds to load a page's data. */
interface Asked {
  readonly pathname: string;
  readonly search: string;
}

interface Admitting {
  readonly settings: Pick<Settings, "publicOrigin" | "production">;
  readonly secrets: readonly SecretVersion[];
}

/**
 * Decides about a request before any page or route sees it: refuses other names, redirects to the sign-in page where
 * there is no session cookie, sets the policy and its nonce. False where it has answered. This is no security boundary:
 * every handler checks the session itself.
 *
 * It is here and not in Next's `proxy.ts`, which costs every request an eighth of what a bare page costs.
 */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { settings: { publicOrigin, production }, secrets }: Admitting,
): boolean {
  for (const [name, value] of fixedHeaders) response.setHeader(name, value);
  for (const name of toldByServer) delete request.headers[name];
  const target = request.url ?? "/";
  if (files.test(target) || (!production && developmentTools.test(target))) return true;
  const { pathname, search } = askedOf(target);
  if (forAnyName.has(pathname)) return true;
  const isLocal = request.headers[requestHeaders.local] === "yes";
  if (!isAllowedHost(request.headers.host ?? null, { publicOrigin, isLocal })) {
    response.writeHead(421, { "Content-Type": "text/plain; charset=utf-8" }).end("This name is not served here.\n");
    return false;
  }
  if (publicFacts.has(pathname) || otherSpelling.test(pathname)) return true;
  // A feed reader has neither a session nor a cookie; the feed's route checks the token in the address.
  const isApi = pathname.startsWith(apiRoot) || pathname.startsWith(`${feedsRoot}/`);
  const isOpen = isApi || withoutReader.has(pathname);
  const names = cookieNames(isSecure(publicOrigin));
  if (!isOpen && cookieIn(request.headers.cookie, names.session) === undefined) {
    // Relative, so that it stays on the name that was asked, whatever a reverse proxy calls it.
    const location = routes.signIn(pathname === "/" && search === "" ? {} : { next: pathname + search });
    response.writeHead(307, { Location: location }).end();
    return false;
  }
  setPolicy(request, response, { publicOrigin, production });
  request.headers[requestHeaders.path] = pathname + search;
  setCsrfToken(request, response, { name: names.csrf, secure: isSecure(publicOrigin), isApi, secrets });
  return true;
}

function setPolicy(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { publicOrigin, production }: Pick<Settings, "publicOrigin" | "production">,
): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, !production);
  // Next takes its nonce from the request's policy header.
  headers["content-security-policy"] = policy;
  headers[requestHeaders.nonce] = nonce;
  response.setHeader("Content-Security-Policy", policy);
  if (isSecure(publicOrigin)) response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}

/** The token of sign-in and sign-out forms: the one of the browser's cookie, else a new one with its cookie. */
function setCsrfToken(
  { headers }: IncomingMessage,
  response: ServerResponse,
  {
    name,
    secure,
    isApi,
    secrets,
  }: { readonly name: string; readonly secure: boolean; readonly isApi: boolean } & Pick<Admitting, "secrets">,
): void {
  const secret = newestTokenSecret(secrets);
  const known = csrfTokenIn(cookieIn(headers.cookie, name), secret);
  const made = isApi || known !== undefined ? undefined : makeCsrf(secret);
  headers[requestHeaders.csrf] = known ?? made?.token ?? "";
  if (made === undefined) return;
  const flags = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  response.setHeader("Set-Cookie", `${name}=${encodeURIComponent(made.cookie)}; ${flags}`);
}

/** `_rsc` is what Next adds to the address where it loads a page's data; it belongs to no address. */
function askedOf(target: string): Asked {
  const [address = ""] = target.split("#", 1);
  const at = address.indexOf("?");
  if (at === -1) return { pathname: address, search: "" };
  const pathname = address.slice(0, at);
  const search = address.slice(at);
  if (!/[?&]_rsc(?:=|&|$)/.test(search)) return { pathname, search: search === "?" ? "" : search };
  const query = new URLSearchParams(search);
  query.delete("_rsc");
  return { pathname, search: query.size === 0 ? "" : `?${query}` };
}
