import { ownOrigin } from "../../../kit/hosts.ts";
import { agentRoutes, oauthRoutes } from "../../../routes.ts";
import { app } from "../../../running-app.ts";
import { agentScopes } from "../../../store/agent-tokens.ts";
import { anyOrigin } from "./any-origin.ts";

/** Facts by which a program that knows only the address finds how to ask for a token. */

export function originOf(request: Request): string {
  return ownOrigin(request.headers.get("host") ?? "localhost", app().settings.publicOrigin);
}

/** The resource that tokens are for: the address for programs, at this origin. */
export function resourceAt(origin: string): string {
  return new URL(agentRoutes.door(), origin).href;
}

/** RFC 9728. */
export function protectedResource(request: Request): Response {
  const origin = originOf(request);
  return publicJson({
    resource: resourceAt(origin),
    authorization_servers: [origin],
    scopes_supported: agentScopes,
    bearer_methods_supported: ["header"],
    resource_name: "Hiraku",
  });
}

/** RFC 8414, with what the Model Context Protocol asks for beside it. */
export function authorizationServer(request: Request): Response {
  const origin = originOf(request);
  const at = (path: string) => new URL(path, origin).href;
  return publicJson({
    issuer: origin,
    authorization_endpoint: at(oauthRoutes.authorize()),
    token_endpoint: at(oauthRoutes.token()),
    registration_endpoint: at(oauthRoutes.register()),
    revocation_endpoint: at(oauthRoutes.revoke()),
    scopes_supported: agentScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
}

/** The challenge of an answer without, or with a wrong, token (RFC 6750, RFC 9728). */
export function challengeOf(request: Request, refused: string | undefined): string {
  const metadata = new URL(oauthRoutes.resourceOfDoor(), originOf(request)).href;
  const why = refused === undefined ? "" : `error="invalid_token", error_description="${refused}", `;
  return `Bearer ${why}resource_metadata="${metadata}", scope="${agentScopes.join(" ")}"`;
}

function publicJson(value: unknown): Response {
  return Response.json(value, {
    headers: { ...anyOrigin, "Cache-Control": "public, max-age=300", Vary: "Host" },
  });
}
