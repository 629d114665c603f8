import { logEvent } from "../log.ts";
import type { Settings } from "../settings.ts";
import type { Store } from "../store/database.ts";
import { deleteSession } from "../store/sessions.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";
import type { Service } from "../upstream/service.ts";
import { IdentityError, keyIdOf, recognise } from "./identity.ts";
import type { SecretVersion } from "./secrets.ts";
import { beginSession, publicSessionId, sessionHashOf } from "./sessions.ts";

/** The reasons why signing in can fail; the sign-in page has a message for each. */
export const signInFailures = [
  "missing_key",
  "invalid_api_key",
  "access_not_enabled",
  "rate_limited",
  "service_unreachable",
  "service_failed",
  "too_many_attempts",
  "wrong_origin",
  "expired_form",
  "no_such_recovery_code",
  "key_has_other_library",
  "no_demo_key",
  "session_ended",
] as const;
export type SignInFailure = (typeof signInFailures)[number];

/**
 * The failures that count as guesses; others are not the user's fault and slow nobody. A service answers 429 after too
 * many wrong keys; for an unknown key this counts as a wrong guess too.
 */
export const wrongGuesses: ReadonlySet<SignInFailure> = new Set([
  "invalid_api_key",
  "no_such_recovery_code",
  "rate_limited",
]);

export class SignInError extends Error {
  readonly failure: SignInFailure;
  constructor(failure: SignInFailure) {
    super(failure);
    this.name = "SignInError";
    this.failure = failure;
  }
}

/** Printable ASCII, the characters that are safe in an Authorization header. */
const keyShape = /^[\x21-\x7e]{1,512}$/;

interface Asking {
  readonly service: Service;
  readonly settings: Pick<Settings, "apiUrl">;
  readonly secrets: readonly SecretVersion[];
}

/** Asks the service, by one free call, whether it accepts the key. */
export async function checkKey({ service, settings, secrets }: Asking, apiKey: string): Promise<void> {
  if (apiKey === "") throw new SignInError("missing_key");
  if (!keyShape.test(apiKey)) throw new SignInError("invalid_api_key");
  const { apiUrl } = settings;
  const upstream = { service, baseUrl: apiUrl, key: apiKey, keyId: keyIdOf(apiUrl, apiKey, secrets) };
  try {
    // Any company name will do, since only a refusal matters.
    await callFreeEndpoint(upstream, "searchIssuers", { q: "株式会社", limit: 1 });
  } catch (error) {
    throw new SignInError(failureOf(error));
  }
}

function failureOf(error: unknown): SignInFailure {
  if (!isProblem(error)) throw error;
  const { status, code } = error.problem;
  if (status === 401) return "invalid_api_key";
  if (status === 403) return "access_not_enabled";
  if (status === 429) return "rate_limited";
  return code === "upstream_unreachable" || code === "upstream_timeout" ? "service_unreachable" : "service_failed";
}

interface SignIn {
  readonly apiKey: string;
  readonly recoveryCode: string;
  readonly demo: boolean;
  /** This browser's previous session, which is ended by signing in. */
  readonly previousSessionHash: string | undefined;
  /** The names of browser and system, and the caller's address, for lists and the log. */
  readonly browser?: string | null;
  readonly peer?: string;
  readonly nowMs: number;
}

/** Checks the key, finds its owner, opens a session. Returns the session's id, or throws a SignInError. */
export async function signIn(app: Asking & { readonly store: Store }, wanted: SignIn): Promise<string> {
  await checkKey(app, wanted.apiKey);
  const { store, secrets: versions } = app;
  const { apiUrl } = app.settings;
  const join = wanted.recoveryCode === "" ? undefined : { recoveryCode: wanted.recoveryCode };
  try {
    const identity = await recognise(store, {
      upstream: apiUrl,
      apiKey: wanted.apiKey,
      versions,
      nowMs: wanted.nowMs,
      join,
    });
    if (wanted.previousSessionHash !== undefined) await deleteSession(store, wanted.previousSessionHash);
    const { apiKey, demo, nowMs, browser = null, peer = "unknown" } = wanted;
    const id = await beginSession(store, { identity, upstreamUrl: apiUrl, apiKey, demo, browser, nowMs, versions });
    const { ownerId, keyId } = identity;
    if (join !== undefined) logEvent("recovery_code_used", { ownerId, keyId, peer });
    logEvent("sign_in", { ownerId, keyId, sessionId: publicSessionId(sessionHashOf(id)), peer });
    return id;
  } catch (error) {
    throw error instanceof IdentityError ? new SignInError(error.reason) : error;
  }
}
