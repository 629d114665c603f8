import { RouteProblem } from "../../owners/answers.ts";
import type { KeyOwner } from "../../owners/owner.ts";
import { answered, checkLength, ownerRoute } from "../../owners/owner-route.ts";
import { accessOf, checkedHost } from "./access.ts";
import type { AgentAccess } from "./tokens.ts";

interface Asked {
  readonly request: Request;
  readonly owner: KeyOwner;
}

/** Wraps a handler that spends nothing, for owners who are signed in and for programs with a token made by hand. */
export function ownerOrTokenRoute(answer: (asked: Asked) => Promise<Response>, bytesMax: number) {
  const bySession = ownerRoute(answer, bytesMax);
  return async (request: Request, context: { params: Promise<Record<never, never>> }): Promise<Response> => {
    if (!request.headers.has("authorization")) return bySession(request, context);
    const said = await answered(request, async () => {
      checkedHost(request);
      checkLength(request.headers, bytesMax);
      return answer({ request, owner: ownerOf(await accessOf(request)) });
    });
    if (said.status === 401) said.headers.set("WWW-Authenticate", "Bearer");
    return said;
  };
}

function ownerOf({ token, upstream }: AgentAccess): KeyOwner {
  if (token.scope === "owned") throw refused("token_reads_owned_only", "This token makes no calls to the service.");
  if (upstream === undefined)
    throw refused("service_key_refused", "The service has refused the key that serves the tokens.");
  return { ownerId: token.owner_id, upstream };
}

function refused(code: string, detail: string): RouteProblem {
  return new RouteProblem({ status: 403, code, detail });
}
