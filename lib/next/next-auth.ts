import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { app } from "../app.server.ts";
import { routes } from "../routes.ts";
import { returnPath } from "./return-path.ts";

/** All that next-auth knows of a user is one opaque session id; what belongs to it is in the store. */
export const providerId = "api-key";

const maxAgeS = app.absoluteMs / 1000;

export function nextAuthOptions(): NextAuthOptions {
  const secure = app.isSecure(app.running().settings.publicOrigin);
  const names = app.cookieNames(secure);
  const cookie = (name: string) => ({
    name,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure } as const,
  });
  return {
    providers: [
      Credentials({
        id: providerId,
        name: "API key",
        credentials: { key: {}, recovery: {}, demo: {} },
        authorize: (credentials, request) => authorize(credentials ?? {}, request.headers ?? {}, names.session),
      }),
    ],
    secret: app.newestTokenSecret(app.running().secrets),
    session: { strategy: "jwt", maxAge: maxAgeS, updateAge: maxAgeS },
    jwt: {
      maxAge: maxAgeS,
      encode: ({ token }) =>
        app.sessionToken(typeof token?.["sid"] === "string" ? token["sid"] : "", maxAgeS, app.running().secrets),
      decode: async ({ token }) => {
        const sid = await app.sessionIdFromToken(token ?? "", app.running().secrets);
        return sid === undefined ? null : { sid };
      },
    },
    cookies: {
      sessionToken: cookie(names.session),
      csrfToken: cookie(names.csrf),
      callbackUrl: cookie(names.callback),
    },
    useSecureCookies: secure,
    pages: { signIn: routes.signIn(), signOut: routes.signIn(), error: routes.signIn() },
    callbacks: {
      jwt: ({ token, user }) => ({ sid: user === undefined ? token["sid"] : user.id }),
      // This is readable at /api/auth/session: when the session ends, and nothing about its user.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => baseUrl + returnPath(pathIn(url, baseUrl)),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.["sid"] === "string") await endOwnSession(app.sessionHashOf(token["sid"]));
      },
    },
    // next-auth's metadata may contain what was typed into the form, so only codes are logged.
    logger: {
      error: (code) => app.logger().error({ code }, "next-auth"),
      warn: (code) => app.logger().debug({ code }, "next-auth"),
      debug: () => undefined,
    },
  };
}

async function endOwnSession(sessionHash: string): Promise<void> {
  const row = await app.findSession(app.running().store, sessionHash);
  if (row === undefined) return;
  await app.deleteSession(app.running().store, sessionHash);
  const sessionId = app.publicSessionId(sessionHash);
  app.logEvent("signed_out", { sessionId, ownerId: row.owner_id, keyId: row.key_id });
}

type Fields = Readonly<Record<string, string | undefined>>;

async function authorize(fields: Fields, headers: Fields, sessionCookie: string): Promise<{ id: string }> {
  const demo = fields["demo"] === "yes";
  const apiKey = demo
    ? app.findDemoKey(app.running().settings, { get: (name) => headers[name] ?? null })
    : fields["key"]?.trim();
  if (demo && apiKey === undefined) throw new app.SignInError("no_demo_key");
  const before = app.cookieIn(headers["cookie"], sessionCookie);
  const beforeId = before === undefined ? undefined : await app.sessionIdFromToken(before, app.running().secrets);
  const id = await app.signIn(app.running(), {
    apiKey: apiKey ?? "",
    recoveryCode: demo ? "" : (fields["recovery"]?.trim() ?? ""),
    demo,
    previousSessionHash: beforeId === undefined ? undefined : app.sessionHashOf(beforeId),
    browser: app.browserFromHeader(headers["user-agent"]),
    peer: headers[app.requestHeaders.peer] ?? "unknown",
    nowMs: Date.now(),
  });
  return { id };
}

function pathIn(url: string, baseUrl: string): string {
  try {
    const { pathname, search, hash } = new URL(url, baseUrl);
    return pathname + search + hash;
  } catch {
    return "/";
  }
}
