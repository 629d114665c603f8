import { RouteProblem } from "../../owners/answers.ts";
import type { KeyOwner } from "../../owners/owner.ts";
import { accessOf, checkedHost } from "./access.ts";

/** Of a token that makes calls to the service. */
export async function ownerOfToken(request: Request): Promise<KeyOwner> {
  checkedHost(request);
  const { token, upstream } = await accessOf(request);
  if (token.scope === "owned") throw refused("token_reads_owned_only", "This token makes no calls to the service.");
  if (upstream === undefined)
    throw refused("service_key_refused", "The service has refused the key that serves the tokens.");
  return { ownerId: token.owner_id, upstream };
}

function refused(code: string, detail: string): RouteProblem {
  return new RouteProblem({ status: 403, code, detail });
}
