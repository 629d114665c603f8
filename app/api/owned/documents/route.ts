import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { ownedDocuments } from "@/lib/purchases/library/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";

const documentsMax = 100;

/** `?id=…&id=…`: what is owned of each document of a list. */
export const GET = ownerRoute(async ({ owner, request }) => {
  const ids = new URL(request.url).searchParams.getAll("id").slice(0, documentsMax);
  const { rows } = await purchases();
  return privateJson(await ownedDocuments(rows, spenderOf(owner), ids));
});
