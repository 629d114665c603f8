import { ownOrigin } from "../../../kit/hosts.ts";
import { answered, checkLength } from "../../../owners/owner-route.ts";
import { agentRoutes } from "../../../routes.ts";
import { app } from "../../../running-app.ts";
import type { AgentCall } from "../../../spending/programs/agent-call.ts";
import { accessOf, checkedHost } from "../access.ts";
import { challengeOf, originOf, resourceAt } from "../oauth/metadata.ts";
import type { AgentAccess } from "../tokens.ts";
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
    const access = await accessOf(request, resourceAt(originOf(request)));
    const said = await answerProtocol(await bareRequest(request), { call: callOf(access, host), tools: app().tools });
    const headers = new Headers(said.headers);
    headers.set("Cache-Control", "private, no-store");
    return new Response(said.body, { status: said.status, headers });
  });
  return withChallenge(request, answer);
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

/** A program that knows only this address finds by the challenge how to ask for a token. */
function withChallenge(request: Request, answer: Response): Response {
  if (answer.status !== 401) return answer;
  const refused = request.headers.has("authorization") ? "The token was revoked, has expired or is unknown" : undefined;
  answer.headers.set("WWW-Authenticate", challengeOf(request, refused));
  return answer;
}
