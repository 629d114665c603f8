import { ownerRoute } from "@/lib/auth/owner-route";
import { relayFree } from "@/lib/upstream/free-proxy";

/** The free endpoints of the service, with the signed-in owner's key. */
export const GET = ownerRoute<{ path: string[] }>(({ request, owner }) => {
  const { pathname, searchParams } = new URL(request.url);
  return relayFree({
    upstream: owner.upstream,
    encodedPath: pathname.replace(/^\/api/, ""),
    query: searchParams,
    acceptEncoding: request.headers.get("accept-encoding"),
    signal: request.signal,
  });
});
