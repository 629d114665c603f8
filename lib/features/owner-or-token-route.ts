import type { KeyOwner } from "../owners/owner.ts";
import { answered, checkLength, ownerRoute } from "../owners/owner-route.ts";
import { features } from "./list.ts";

interface Asked {
  readonly request: Request;
  readonly owner: KeyOwner;
}

/** Wraps a handler that spends nothing, for owners who are signed in and for programs with a token made by hand. */
export function ownerOrTokenRoute(answer: (asked: Asked) => Promise<Response>, bytesMax: number) {
  const bySession = ownerRoute(answer, bytesMax);
  const ownerOfToken = features.find((each) => each.ownerOfToken !== undefined)?.ownerOfToken;
  return async (request: Request, context: { params: Promise<Record<never, never>> }): Promise<Response> => {
    if (ownerOfToken === undefined || !request.headers.has("authorization")) return bySession(request, context);
    const said = await answered(request, async () => {
      checkLength(request.headers, bytesMax);
      return answer({ request, owner: await ownerOfToken(request) });
    });
    if (said.status === 401) said.headers.set("WWW-Authenticate", "Bearer");
    return said;
  };
}
