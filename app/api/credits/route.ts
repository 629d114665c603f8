import { app } from "@/lib/app.server";

export const GET = app.ownerRoute(async ({ owner }) => {
  const { purchaseService, deps, rows } = app.running().purchases;
  const spender = app.spenderOf(owner);
  await purchaseService.runner.resume(spender);
  await purchaseService.snapshots.refreshBalance(spender);
  const now = { nowMs: deps.clock.nowMs(), pauseMs: await purchaseService.keys.pauseMs(spender.keyId) };
  return app.privateJson(await app.creditsView(rows, spender, now));
});
