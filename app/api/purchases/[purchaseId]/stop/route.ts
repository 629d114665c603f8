import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { notFound } from "@/lib/purchases/http/serve-artifact";
import { purchaseView } from "@/lib/purchases/library/purchase-views";
import { purchases, spenderOf } from "@/lib/purchases/purchases";

/** Stops a basket: what has not been sent costs nothing. */
export const POST = ownerRoute<{ purchaseId: string }>(async ({ owner, params }) => {
  const { purchaseService, deps, rows } = await purchases();
  if (!(await purchaseService.runner.baskets.stop(owner.ownerId, params.purchaseId))) throw notFound();
  return privateJson(await purchaseView(deps, rows, spenderOf(owner), params.purchaseId));
});
