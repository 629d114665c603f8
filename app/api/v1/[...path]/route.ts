import { app } from "@/lib/app.server";

/** The free endpoints of the service, with the signed-in owner's key. */
export const GET = app.ownerRoute<{ path: string[] }>(({ request, owner }) => {
  const { pathname, searchParams } = new URL(request.url);
  return app.relayFree({
    upstream: owner.upstream,
    encodedPath: pathname.replace(/^\/api/, ""),
    query: searchParams,
    acceptEncoding: request.headers.get("accept-encoding"),
    signal: request.signal,
  });
});
