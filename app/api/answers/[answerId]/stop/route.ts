import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { stopForOwner } from "@/lib/answers/answers";

/** The step under way is finished, and none is begun after it. */
export const POST = ownerRoute<{ answerId: string }>(async ({ owner, params }) =>
  privateJson(await stopForOwner(owner, params.answerId)),
);
