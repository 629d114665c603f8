import { isAllowedHost, isSameOrigin } from "../kit/hosts.ts";
import { logEvent } from "../log.ts";
import { app } from "../running-app.ts";
import { problemResponse, RouteProblem } from "./answers.ts";
import { findOwner } from "./find-owner.ts";
import type { Owner } from "./owner.ts";
import { isLocalCaller, peerAddress } from "./peer-address.ts";

/**
 * Wraps a handler that acts for an owner. It first checks the host, the origin of state changes, and the session, in this order, and turns errors into problem documents.
 *
 *   export const GET = ownerRoute<{ id: string }>(async ({ owner, params }) => privateJson(…));
 */
export interface OwnerRequest<P> {
  readonly request: Request;
  readonly owner: Owner;
  readonly params: P;
}

export function ownerRoute<P = Record<never, never>>(
  answer: (asked: OwnerRequest<P>) => Promise<Response> | Response,
  bytesMax = bodyBytesMax,
) {
  return async (request: Request, context: { params: Promise<P> }): Promise<Response> =>
    answered(request, async () => {
      checkRequest(request, bytesMax);
      const owner = await findOwner(request.headers);
      if (owner === undefined) {
        throw new RouteProblem({ status: 401, code: "signed_out", detail: "Sign in to do this." });
      }
      return answer({ request, owner, params: await context.params });
    });
}

/** For handlers that also serve users who are not signed in. */
export function openRoute(answer: (request: Request) => Promise<Response> | Response) {
  return async (request: Request): Promise<Response> =>
    answered(request, async () => {
      checkRequest(request);
      return answer(request);
    });
}

function checkRequest(request: Request, bytesMax = bodyBytesMax): void {
  const { publicOrigin } = app().settings;
  const host = request.headers.get("host");
  const isLocal = isLocalCaller(request.headers);
  if (!isAllowedHost(host, { publicOrigin, isLocal })) {
    logEvent("request_refused", { peer: peerAddress(request.headers), reason: "wrong_host" });
    throw new RouteProblem({ status: 421, code: "wrong_host", detail: "This name is not served here." });
  }
  if (request.method === "GET" || request.method === "HEAD") return;
  const origin = request.headers.get("origin");
  const fetchSite = request.headers.get("sec-fetch-site");
  if (!isSameOrigin({ host, origin, fetchSite, publicOrigin, isLocal })) {
    logEvent("request_refused", { peer: peerAddress(request.headers), reason: "wrong_origin" });
    throw new RouteProblem({ status: 403, code: "wrong_origin", detail: "The request came from another site." });
  }
  checkLength(request.headers, bytesMax);
}

/** Larger than any form or JSON body of this app. A body without a length is refused, since it might never end. */
const bodyBytesMax = 128 * 1024;

export function checkLength(headers: Headers, bytesMax = bodyBytesMax): void {
  const length = headers.get("content-length");
  if (length === null && headers.has("transfer-encoding")) {
    throw new RouteProblem({ status: 411, code: "length_required", detail: "Say how long the body is." });
  }
  if (Number(length ?? 0) > bytesMax) {
    throw new RouteProblem({ status: 413, code: "payload_too_large", detail: "The body is too long." });
  }
}

/** For the log of a proxy: there is nobody to be answered. */
const clientGoneStatus = 499;

/** Answers a request, also where its handler fails; the failure of a client that is gone is nobody's. */
export async function answered(
  { method, signal }: Request,
  answer: () => Promise<Response>,
  problem: (error: unknown) => Response = problemResponse,
): Promise<Response> {
  try {
    const response = await answer();
    // Nobody reads the body of an answer to HEAD: what it has open would stay open.
    if (method === "HEAD") await response.body?.cancel();
    return response;
  } catch (error) {
    if (signal.aborted && (error === signal.reason || isCut(error)))
      return new Response(null, { status: clientGoneStatus });
    return problem(error);
  }
}

/** The connection ended in the midst of the request's body. */
function isCut(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}
