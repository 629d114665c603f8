/** Programs that are pages of other sites may read these answers: no cookie is looked at, so none is worth sending. */
export const anyOrigin = { "Access-Control-Allow-Origin": "*" };

/** A browser asks before it sends JSON or the revision of the protocol. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...anyOrigin,
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Headers": "Content-Type, MCP-Protocol-Version",
      "Access-Control-Max-Age": "86400",
    },
  });
}
