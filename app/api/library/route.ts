import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { libraryPage } from "@/lib/purchases/library/library-views";
import { purchases } from "@/lib/purchases/purchases";

export const GET = ownerRoute(async ({ owner, request }) => {
  const { deps, rows } = await purchases();
  return privateJson(await libraryPage(deps, rows, owner.ownerId, new URL(request.url).searchParams));
});
