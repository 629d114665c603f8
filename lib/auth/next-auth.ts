import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { settings } from "../env.ts";
import { logEvent, logger } from "../log.ts";
import { routes } from "../routes.ts";
import { store } from "../store/database.ts";
import { deleteSession, findSession } from "../store/sessions.ts";
import { browserFromHeader } from "./browser-name.ts";
import { cookieIn, cookieNames, isSecure } from "./cookies.ts";
import { findDemoKey } from "./demo-key.ts";
import { requestHeaders } from "./request-headers.ts";
import { returnPath } from "./return-path.ts";
import { secrets } from "./secrets.ts";
import { absoluteMs, publicSessionId, sessionHashOf } from "./sessions.ts";
import { SignInError, signIn } from "./sign-in.ts";
import { sessionIdFromToken, sessionToken } from "./token.ts";
import { newestTokenSecret } from "./token-secret.ts";

/**
 * next-auth handles the cookies, the token and the double-submit check. All it knows of a user is one opaque session
 * id; what belongs to that id is in the store.
 */
export const providerId = "api-key";

const maxAgeS = absoluteMs / 1000;

export function nextAuthOptions(): NextAuthOptions {
  const secure = isSecure(settings().publicOrigin);
  const names = cookieNames(secure);
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
    secret: newestTokenSecret(secrets()),
    session: { strategy: "jwt", maxAge: maxAgeS, updateAge: maxAgeS },
    jwt: {
      maxAge: maxAgeS,
      encode: ({ token }) => sessionToken(typeof token?.["sid"] === "string" ? token["sid"] : "", maxAgeS, secrets()),
      decode: async ({ token }) => {
        const sid = await sessionIdFromToken(token ?? "", secrets());
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
        if (typeof token?.["sid"] === "string") await endOwnSession(sessionHashOf(token["sid"]));
      },
    },
    // next-auth's metadata may contain what was typed into the form, so only codes are logged.
    logger: {
      error: (code) => logger().error({ code }, "next-auth"),
      warn: (code) => logger().debug({ code }, "next-auth"),
      debug: () => undefined,
    },
  };
}

async function endOwnSession(sessionHash: string): Promise<void> {
  const row = await findSession(store(), sessionHash);
  if (row === undefined) return;
  await deleteSession(store(), sessionHash);
  const sessionId = publicSessionId(sessionHash);
  logEvent("signed_out", { sessionId, ownerId: row.owner_id, keyId: row.key_id });
}

type Fields = Readonly<Record<string, string | undefined>>;

async function authorize(fields: Fields, headers: Fields, sessionCookie: string): Promise<{ id: string }> {
  const demo = fields["demo"] === "yes";
  const apiKey = demo ? findDemoKey({ get: (name) => headers[name] ?? null }) : fields["key"]?.trim();
  if (demo && apiKey === undefined) throw new SignInError("no_demo_key");
  const before = cookieIn(headers["cookie"], sessionCookie);
  const beforeId = before === undefined ? undefined : await sessionIdFromToken(before, secrets());
  const id = await signIn(
    store(),
    {
      apiKey: apiKey ?? "",
      recoveryCode: demo ? "" : (fields["recovery"]?.trim() ?? ""),
      demo,
      previousSessionHash: beforeId === undefined ? undefined : sessionHashOf(beforeId),
      browser: browserFromHeader(headers["user-agent"]),
      peer: headers[requestHeaders.peer] ?? "unknown",
      nowMs: Date.now(),
    },
    secrets(),
  );
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
