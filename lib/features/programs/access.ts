import { isAllowedHost, ownOrigin } from "../../kit/hosts.ts";
import { logEvent } from "../../log.ts";
import { RouteProblem } from "../../owners/answers.ts";
import { networkOf } from "../../owners/network.ts";
import { isLocalCaller, peerAddress } from "../../owners/peer-address.ts";
import { app } from "../../running-app.ts";
import { type AgentAccess, authenticate } from "./tokens.ts";

/** The name that was asked for. Of pages only those of this app may ask. */
export function checkedHost(request: Request): string {
  const { publicOrigin } = app().settings;
  const host = request.headers.get("host");
  if (host === null || !isAllowedHost(host, { publicOrigin, isLocal: isLocalCaller(request.headers) }))
    throw refused(request, 421, "wrong_host");
  const origin = request.headers.get("origin");
  // Programs send no origin; a page of another site, or one that hides where it is from, always does.
  if (origin !== null && origin.toLowerCase() !== ownOrigin(host, publicOrigin).toLowerCase()) {
    throw refused(request, 403, "wrong_origin");
  }
  return host;
}

/** Who calls with which token. A token that OAuth gave opens `resource` alone, and nothing where that is empty. */
export async function accessOf(request: Request, resource = ""): Promise<AgentAccess> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined)
    throw unauthorised(
      "token_required",
      "Send a token as a bearer token: one of the account page, or one that OAuth gave.",
    );
  const found = await authenticate(app(), token, app().settings.apiUrl, Date.now(), resource);
  if (found === "ended") throw unauthorised("token_ended", "This token was revoked or has expired.");
  if (found === "other_resource") throw unauthorised("invalid_token", "This token was granted for another address.");
  if (found !== "unknown") return found;
  // A wrong token counts like a wrong key at sign-in, by the same guard, so that neither door helps to guess.
  const peer = peerAddress(request.headers);
  const admission = await app().signInGuard.admit(networkOf(peer));
  logEvent("agent_token_refused", { peer, reason: admission.allowed ? "wrong_token" : "too_many" });
  if (!admission.allowed) {
    throw new RouteProblem({
      status: 429,
      code: "too_many_attempts",
      detail: "Too many wrong tokens from this network.",
      retry_after_seconds: admission.waitSeconds,
    });
  }
  await admission.attempt.failed();
  throw unauthorised("invalid_token", "There is no such token.");
}

function refused(request: Request, status: number, code: "wrong_host" | "wrong_origin"): RouteProblem {
  logEvent("request_refused", { peer: peerAddress(request.headers), reason: code });
  return new RouteProblem({ status, code, detail: "This address does not answer such requests." });
}

function unauthorised(code: string, detail: string): RouteProblem {
  return new RouteProblem({ status: 401, code, detail });
}
