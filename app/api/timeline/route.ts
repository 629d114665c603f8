import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { followingDocuments } from "@/lib/documents/following-documents";
import { ownedDocuments } from "@/lib/purchases/library/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import type { FollowingDocuments } from "@/lib/queries/load-earlier";
import { freeRequest } from "@/lib/upstream/free-proxy";

/** Several pages of a list of documents at once, with what is owned of them. Its query is that of `/v1/documents`. */
export const GET = ownerRoute(async ({ owner, request }) => {
  const input = freeRequest("listDocuments", { path: {}, query: new URL(request.url).searchParams });
  const pages = await followingDocuments(owner.upstream, input, request.signal);
  const ids = pages.flatMap((page) => page.documents.map((each) => each.document_id));
  const answer: FollowingDocuments = {
    pages,
    owned: await ownedDocuments((await purchases()).rows, spenderOf(owner), ids),
  };
  return privateJson(answer);
});
