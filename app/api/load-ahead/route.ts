import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { mayLoadAhead } from "@/lib/upstream/load-ahead";

/** Whether the browser may load a page that is only pointed at. Asks the service nothing that counts. */
export const GET = ownerRoute(async ({ owner }) =>
  privateJson({ room: await mayLoadAhead(owner.upstream, Date.now()) }),
);
