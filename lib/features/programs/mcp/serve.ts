import { isAllowedHost, ownOrigin } from "../../../kit/hosts.ts";
import { logEvent } from "../../../log.ts";
import { RouteProblem } from "../../../owners/answers.ts";
import { networkOf } from "../../../owners/network.ts";
import { answered, checkLength } from "../../../owners/owner-route.ts";
import { isLocalCaller, peerAddress } from "../../../owners/peer-address.ts";
import { agentRoutes } from "../../../routes.ts";
import { app } from "../../../running-app.ts";
import type { AgentCall } from "../../../spending/programs/agent-call.ts";
import { challengeOf, originOf, resourceAt } from "../oauth/metadata.ts";
import { type AgentAccess, authenticate } from "../tokens.ts";
import { answerProtocol } from "./server.ts";

/**
 * `POST /api/mcp`: one of the three addresses that spend, beside `POST /api/purchases` and `POST /api/answers`. A bearer
 * token opens it and nothing else does: cookies are dropped, no other origin is answered, and a browser of another site
 * can't even ask.
 */
export async function serveMcp(request: Request): Promise<Response> {
  const answer = await answered(request, async () => {
    const host = checkedHost(request);
    checkLength(request.headers);
    const access = await accessOf(request);
    const said = await answerProtocol(await bareRequest(request), { call: callOf(access, host), tools: app().tools });
    const headers = new Headers(said.headers);
    headers.set("Cache-Control", "private, no-store");
    return new Response(said.body, { status: said.status, headers });
  });
  return withChallenge(request, answer);
}

function checkedHost(request: Request): string {
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

async function accessOf(request: Request): Promise<AgentAccess> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined)
    throw unauthorised(
      "token_required",
      "Send a token as a bearer token: one of the account page, or one that OAuth gave.",
    );
  const resource = resourceAt(originOf(request));
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

function callOf({ token, upstream }: AgentAccess, host: string): AgentCall {
  const { purchases, settings } = app();
  const { apiUrl, publicOrigin } = settings;
  const origin = ownOrigin(host, publicOrigin);
  return {
    ...purchases,
    token,
    upstream,
    baseUrl: apiUrl,
    approvalUrl: (approvalId: string) => new URL(agentRoutes.approval(approvalId), origin).href,
  };
}

const passedHeaders = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;

/** The request without token, cookies and whatever else the protocol does not need. */
async function bareRequest(request: Request): Promise<Request> {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request(request.url, { method: "POST", headers, body: await request.text() });
}

function refused(request: Request, status: number, code: "wrong_host" | "wrong_origin"): RouteProblem {
  logEvent("request_refused", { peer: peerAddress(request.headers), reason: code });
  return new RouteProblem({ status, code, detail: "This address does not answer such requests." });
}

function unauthorised(code: string, detail: string): RouteProblem {
  return new RouteProblem({ status: 401, code, detail });
}

/** A program that knows only this address finds by the challenge how to ask for a token. */
function withChallenge(request: Request, answer: Response): Response {
  if (answer.status !== 401) return answer;
  const refused = request.headers.has("authorization") ? "The token was revoked, has expired or is unknown" : undefined;
  answer.headers.set("WWW-Authenticate", challengeOf(request, refused));
  return answer;
}
