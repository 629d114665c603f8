import { app } from "@/lib/app.server";
import type { FollowingDocuments } from "@/lib/next/queries/load-earlier";

/** Several pages of a list of documents at once, with what is owned of them. Its query is that of `/v1/documents`. */
export const GET = app.ownerRoute(async ({ owner, request }) => {
  const input = app.freeRequest("listDocuments", { path: {}, query: new URL(request.url).searchParams });
  const pages = await app.followingDocuments(owner.upstream, input, request.signal);
  const ids = pages.flatMap((page) => page.documents.map((each) => each.document_id));
  const answer: FollowingDocuments = {
    pages,
    owned: await app.ownedDocuments(app.running().purchases.rows, app.spenderOf(owner), ids),
  };
  return app.privateJson(answer);
});
