import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { notFound } from "@/lib/purchases/http/serve-artifact";
import { purchaseView } from "@/lib/purchases/library/purchase-views";

export const GET = ownerRoute<{ purchaseId: string }>(async ({ owner, params }) => {
  const { deps, rows } = await purchases();
  const view = await purchaseView(deps, rows, spenderOf(owner), params.purchaseId);
  if (view === undefined) throw notFound();
  return privateJson(view);
});
