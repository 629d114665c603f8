import { app } from "@/lib/app.server";

export const GET = app.ownerRoute<{ purchaseId: string }>(async ({ owner, params }) => {
  const { deps, rows } = app.running().purchases;
  const view = await app.purchaseView(deps, rows, app.spenderOf(owner), params.purchaseId);
  if (view === undefined) throw app.notFound();
  return app.privateJson(view);
});
