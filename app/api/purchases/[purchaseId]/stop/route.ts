import { app } from "@/lib/app.server";

/** Stops a basket: what has not been sent costs nothing. */
export const POST = app.ownerRoute<{ purchaseId: string }>(async ({ owner, params }) => {
  const { purchaseService, deps, rows } = app.running().purchases;
  if (!(await purchaseService.runner.baskets.stop(owner.ownerId, params.purchaseId))) throw app.notFound();
  return app.privateJson(await app.purchaseView(deps, rows, app.spenderOf(owner), params.purchaseId));
});
