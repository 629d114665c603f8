import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { creditsView } from "@/lib/purchases/views";

export const GET = ownerRoute(async ({ owner }) => {
  const { desk, deps, rows } = purchases();
  const spender = spenderOf(owner);
  desk.runner.resume(spender);
  await desk.facts.refreshBalance(spender);
  const now = { nowMs: deps.clock.nowMs(), pauseMs: desk.keys.pauseMs(spender.keyId) };
  return privateJson(creditsView(rows, spender, now));
});
