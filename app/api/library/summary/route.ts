import { app } from "@/lib/app.server";
import { jstDate } from "@/lib/contract/dates";

export const GET = app.ownerRoute(async ({ owner, request }) => {
  const { deps, rows } = app.running().purchases;
  const nowMs = deps.clock.nowMs();
  const month = new URL(request.url).searchParams.get("month") ?? jstDate(nowMs).slice(0, 7);
  return app.privateJson(await app.librarySummary(rows, owner.ownerId, month, nowMs));
});
