import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { creditsView } from "@/lib/purchases/library/purchase-views";

export const GET = ownerRoute(async ({ owner }) => {
  const { purchaseService, deps, rows } = await purchases();
  const spender = spenderOf(owner);
  await purchaseService.runner.resume(spender);
  await purchaseService.snapshots.refreshBalance(spender);
  const now = { nowMs: deps.clock.nowMs(), pauseMs: await purchaseService.keys.pauseMs(spender.keyId) };
  return privateJson(await creditsView(rows, spender, now));
});
