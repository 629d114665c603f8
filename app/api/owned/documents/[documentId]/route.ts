import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { ownedDocument } from "@/lib/purchases/library/owned";
import { purchases, spenderOf } from "@/lib/purchases/purchases";

export const GET = ownerRoute<{ documentId: string }>(async ({ owner, params }) =>
  privateJson(await ownedDocument((await purchases()).rows, spenderOf(owner), params.documentId)),
);
