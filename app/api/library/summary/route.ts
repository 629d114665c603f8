import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { jstDate } from "@/lib/format/dates";
import { librarySummary } from "@/lib/purchases/library/library-views";
import { purchases } from "@/lib/purchases/purchases";

export const GET = ownerRoute(async ({ owner, request }) => {
  const { deps, rows } = await purchases();
  const nowMs = deps.clock.nowMs();
  const month = new URL(request.url).searchParams.get("month") ?? jstDate(nowMs).slice(0, 7);
  return privateJson(await librarySummary(rows, owner.ownerId, month, nowMs));
});
