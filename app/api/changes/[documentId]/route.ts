import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { changesInALine } from "@/lib/documents/changes-line";

/** For a row of a list: what changed in a document, in words; null where that is not known. */
export const GET = ownerRoute<{ documentId: string }>(async ({ owner, params }) =>
  privateJson(await changesInALine(owner, params.documentId)),
);
