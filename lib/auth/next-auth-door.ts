import NextAuth from "next-auth";
import { settings } from "../env.ts";
import { routes } from "../routes.ts";
import { problemResponse } from "./answers.ts";
import { attempts } from "./attempts.ts";
import { isAllowedHost, isSameOrigin } from "./hosts.ts";
import { nextAuthOptions, providerId } from "./next-auth.ts";
import { checkLength } from "./owner-route.ts";
import { peerAddress } from "./peer-address.ts";
import { returnPath } from "./return-path.ts";
import { countedFailures, type SignInFailure, signInFailures } from "./sign-in.ts";

/**
 * The door before next-auth: only the four actions we use, only from our own pages, only so often; and its
 * redirects become paths, because next-auth knows one address of the app and browsers use several.
 */
type Context = { params: Promise<{ nextauth: string[] }> };

const known = {
  GET: new Set(["csrf", "session"]),
  POST: new Set([`callback/${providerId}`, "signout"]),
} as const;

export async function answerNextAuth(request: Request, context: Context): Promise<Response> {
  const { publicOrigin } = settings();
  const action = (await context.params).nextauth.join("/");
  const host = request.headers.get("host");
  if (!isAllowedHost(host, publicOrigin)) return new Response(null, { status: 421 });
  const allowed = request.method === "POST" ? known.POST : known.GET;
  if (!allowed.has(action)) return new Response(null, { status: 404 });
  if (request.method !== "POST") return delegated(request, context);
  try {
    checkLength(request.headers);
  } catch (error) {
    return problemResponse(error);
  }

  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  const next = returnPath(textOf(form.get("callbackUrl")));
  const fetchSite = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  // Without Sec-Fetch-Site (plain http in a local network) a form posts `Origin: null`; the token then decides.
  const tokenDecides = fetchSite === null && (origin === null || origin === "null");
  if (!tokenDecides && !isSameOrigin({ host, origin, fetchSite, publicOrigin })) {
    return refused("wrong_origin", next);
  }
  if (action === "signout") return signedOut(await delegated(request, context));
  // The demo key can't be guessed: whoever failed with other keys may still look around.
  const counted = textOf(form.get("demo")) !== "yes";
  return signedIn(request, context, { next, counted });
}

interface Attempt {
  readonly next: string;
  readonly counted: boolean;
}

async function signedIn(request: Request, context: Context, { next, counted }: Attempt): Promise<Response> {
  const address = peerAddress(request.headers);
  const verdict = attempts().check(address, Date.now());
  if (counted && !verdict.allowed) return refused("too_many_attempts", next, { wait: verdict.waitSeconds });
  const response = await delegated(request, context);
  const target = new URL(response.headers.get("location") ?? "/", "http://app.invalid");
  if (target.pathname.endsWith("/signin") && target.searchParams.has("csrf")) return refused("expired_form", next);
  const error = target.searchParams.get("error");
  if (error === null || target.pathname + target.search === next) {
    if (counted) attempts().succeed(address);
    return seeOther(response, next);
  }
  const failure = signInFailures.find((each) => each === error) ?? "service_failed";
  if (!countedFailures.has(failure)) return refused(failure, next);
  const after = attempts().fail(address, Date.now());
  return refused(failure, next, after.allowed ? { left: after.attemptsLeft } : { wait: after.waitSeconds });
}

function signedOut(response: Response): Response {
  const answer = seeOther(response, routes.signIn());
  // The next user of this browser must not find the last one's pages.
  answer.headers.set("Clear-Site-Data", '"cache", "storage"');
  return answer;
}

function delegated(request: Request, context: Context): Promise<Response> {
  // NextAuth's types speak of the older request objects; at run time this is its App Router form.
  const handler: (request: Request, context: Context) => Promise<Response> = NextAuth(nextAuthOptions());
  return handler(request, context);
}

function seeOther(response: Response, target: string): Response {
  const headers = new Headers(response.headers);
  headers.set("Location", target);
  headers.set("Cache-Control", "private, no-store");
  return new Response(null, { status: 303, headers });
}

function refused(error: SignInFailure, next: string, more: { left?: number; wait?: number } = {}): Response {
  const target = routes.signIn({ error, ...(next === "/" ? {} : { next }), ...more });
  return new Response(null, { status: 303, headers: { Location: target, "Cache-Control": "private, no-store" } });
}

function textOf(value: FormDataEntryValue | null): string | null {
  return typeof value === "string" ? value : null;
}
