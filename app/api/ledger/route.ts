import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { ledgerPage } from "@/lib/purchases/library/library-views";
import { purchases } from "@/lib/purchases/purchases";

export const GET = ownerRoute(async ({ owner, request }) =>
  privateJson(await ledgerPage((await purchases()).rows, owner.ownerId, new URL(request.url).searchParams)),
);
