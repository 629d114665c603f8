import { z } from "zod";
import { isAllowedHost } from "../../../kit/hosts.ts";
import { RouteProblem } from "../../../owners/answers.ts";
import { answered, checkLength } from "../../../owners/owner-route.ts";
import { isLocalCaller, peerAddress } from "../../../owners/peer-address.ts";
import { readBody, readForm } from "../../../owners/read-body.ts";
import { app } from "../../../running-app.ts";
import { anyOrigin } from "./any-origin.ts";
import { registerClient } from "./clients.ts";
import { OauthProblem, oauthJson, oauthProblem } from "./problems.ts";
import { issueTokens, revokeTokens } from "./token.ts";

/** Requests of programs without a session: cookies are not looked at, so that no page can use its reader's. */

export function serveRegister(request: Request): Promise<Response> {
  const register = async () => {
    checkCaller(request);
    const raw = await readBody(request, z.unknown()).catch((error: unknown) => {
      if (error instanceof RouteProblem) throw new OauthProblem("invalid_client_metadata", error.problem.detail);
      throw error;
    });
    return oauthJson(await registerClient(app().store, raw, peerAddress(request.headers), Date.now()), 201);
  };
  return answered(request, register, oauthProblem);
}

export function serveToken(request: Request): Promise<Response> {
  const issue = async () => oauthJson(await issueTokens(app().store, await formOf(request), Date.now()));
  return answered(request, issue, oauthProblem);
}

export function serveRevoke(request: Request): Promise<Response> {
  const revoke = async () => {
    await revokeTokens(app().store, await formOf(request), Date.now());
    return new Response(null, { status: 200, headers: { ...anyOrigin, "Cache-Control": "no-store" } });
  };
  return answered(request, revoke, oauthProblem);
}

const formBytesMax = 16 * 1024;

async function formOf(request: Request): Promise<URLSearchParams> {
  checkCaller(request);
  if (Number(request.headers.get("content-length") ?? 0) > formBytesMax)
    throw new OauthProblem("invalid_request", "The form is too long.", 413);
  const form = await readForm(request).catch((error: unknown) => {
    if (error instanceof RouteProblem) throw new OauthProblem("invalid_request", error.problem.detail);
    throw error;
  });
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    if (fields.has(name)) throw new OauthProblem("invalid_request", `${name} comes twice.`);
    if (typeof value === "string") fields.append(name, value);
  }
  return fields;
}

function checkCaller(request: Request): void {
  const host = request.headers.get("host");
  if (!isAllowedHost(host, { publicOrigin: app().settings.publicOrigin, isLocal: isLocalCaller(request.headers) })) {
    throw new OauthProblem("invalid_request", "This name is not served here.", 421);
  }
  try {
    checkLength(request.headers);
  } catch (error) {
    if (!(error instanceof RouteProblem)) throw error;
    throw new OauthProblem("invalid_request", error.problem.detail, error.problem.status);
  }
}
