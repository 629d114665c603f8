import NextAuth from "next-auth";
import { app } from "../app.server.ts";
import type { SignInFailure } from "../owners/sign-in.ts";
import type { Attempt } from "../owners/sign-in-guard.ts";
import { routes } from "../routes.ts";
import { nextAuthOptions, providerId } from "./next-auth.ts";
import { returnPath } from "./return-path.ts";

/**
 * Checks every request before next-auth handles it: only the four actions the app uses, only from the app's own pages,
 * and a limited number of wrong keys. Redirects of next-auth become paths, because it knows one address of the app
 * while browsers use several.
 */
type Context = { params: Promise<{ nextauth: string[] }> };

const actions = {
  GET: new Set(["csrf", "session"]),
  POST: new Set([`callback/${providerId}`, "signout"]),
} as const;

export async function answerNextAuth(request: Request, context: Context): Promise<Response> {
  const { publicOrigin } = app.running().settings;
  const action = (await context.params).nextauth.join("/");
  const host = request.headers.get("host");
  const isLocal = app.isLocalCaller(request.headers);
  if (!app.isAllowedHost(host, { publicOrigin, isLocal })) return new Response(null, { status: 421 });
  const allowed = request.method === "POST" ? actions.POST : actions.GET;
  if (!allowed.has(action)) return new Response(null, { status: 404 });
  if (request.method !== "POST") return delegated(request, context);
  let form: FormData;
  try {
    app.checkLength(request.headers);
    form = await app.readForm(request.clone());
  } catch (error) {
    return app.problemResponse(error);
  }
  const next = returnPath(textOf(form, "callbackUrl"));
  const fetchSite = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  // Without Sec-Fetch-Site (plain http in a local network) a form posts `Origin: null`; then its CSRF token decides.
  const tokenDecides = fetchSite === null && (origin === null || origin === "null");
  if (!tokenDecides && !app.isSameOrigin({ host, origin, fetchSite, publicOrigin, isLocal })) {
    app.logEvent("request_refused", { peer: app.peerAddress(request.headers), reason: "wrong_origin" });
    return refused("wrong_origin", next);
  }
  if (action === "signout") return signedOut(await delegated(request, context));
  return signIn(request, context, form, next);
}

async function signIn(request: Request, context: Context, form: FormData, next: string): Promise<Response> {
  if (!(await canBeGuessed(form))) return (await attemptSignIn(request, context, next)).response;
  const admission = await app.running().signInGuard.admit(app.networkOf(app.peerAddress(request.headers)));
  if (!admission.allowed) {
    app.logEvent("sign_in_locked", { peer: app.peerAddress(request.headers), reason: "not_tried" });
    return refused("too_many_attempts", next, { wait: admission.waitSeconds });
  }
  return guarded(admission.attempt, request, context, next);
}

async function guarded(attempt: Attempt, request: Request, context: Context, next: string): Promise<Response> {
  try {
    const { failure, response } = await attemptSignIn(request, context, next);
    if (failure === undefined || !app.wrongGuesses.has(failure)) return response;
    const { attemptsLeft, slowedSeconds } = await attempt.failed();
    if (slowedSeconds > 0) app.logEvent("sign_in_locked", { peer: app.peerAddress(request.headers), reason: "slowed" });
    return refused(failure, next, slowedSeconds > 0 ? { wait: slowedSeconds } : { left: attemptsLeft });
  } finally {
    await attempt.passed();
  }
}

/** The demo key is not typed and a known key is not guessed; a recovery code may always be a guess. */
async function canBeGuessed(form: FormData): Promise<boolean> {
  if (textOf(form, "demo") === "yes") return false;
  if (textOf(form, "recovery").trim() !== "") return true;
  return !(await app.isKnownKey(
    app.running().store,
    app.running().settings.apiUrl,
    textOf(form, "key").trim(),
    app.running().secrets,
  ));
}

interface Outcome {
  readonly response: Response;
  readonly failure: SignInFailure | undefined;
}

async function attemptSignIn(request: Request, context: Context, next: string): Promise<Outcome> {
  const response = await delegated(request, context);
  const target = new URL(response.headers.get("location") ?? "/", "http://app.invalid");
  const failWith = (failure: SignInFailure): Outcome => ({ failure, response: refused(failure, next) });
  if (target.pathname.endsWith("/signin") && target.searchParams.has("csrf")) return failWith("expired_form");
  const error = target.searchParams.get("error");
  if (error === null || target.pathname + target.search === next) {
    return { failure: undefined, response: seeOther(response, next) };
  }
  const failure = app.signInFailures.find((each) => each === error) ?? "service_failed";
  app.logEvent("sign_in_refused", { peer: app.peerAddress(request.headers), reason: failure });
  return failWith(failure);
}

function signedOut(response: Response): Response {
  const answer = seeOther(response, routes.signIn());
  // Clears the browser's storage, so that its next user does not find the last one's pages.
  answer.headers.set("Clear-Site-Data", '"cache", "storage"');
  return answer;
}

function delegated(request: Request, context: Context): Promise<Response> {
  // NextAuth's types describe the older request objects; at run time this is its App Router handler.
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

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
