import { jstDateTime } from "../../../lib/contract/dates.ts";
import type { MarketFreshness } from "../../../lib/contract/resources.ts";
import type { Market } from "../../domain/market/market.ts";
import type { FreeHandler } from "../handler.ts";

/** Reported without failing readiness: without its search engine the service delivers everything else. */
const told = new Set(["search"]);

/** Says whether requests can be served; the pipeline answers 503 with the same shape where they can't. */
export const ready: FreeHandler<"ready"> = {
  kind: "free",
  async respond(_input, { probe, market, version, isStopping }) {
    const [found, followed] = await Promise.all([probe.check(), market()]);
    const checks: Record<string, string> = { ...found };
    if (isStopping()) checks["process"] = "stopping";
    const ok = Object.entries(checks).every(([part, check]) => check === "ok" || told.has(part));
    const state = { status: ok ? "ok" : "unavailable", version, checks };
    return followed === undefined ? state : { ...state, market: freshnessOf(followed) };
  },
};

const missingMax = 100;

function freshnessOf({ upToMs, isStale, missing, waiting }: Market): MarketFreshness {
  return {
    up_to: upToMs === undefined ? null : jstDateTime(upToMs),
    stale: isStale,
    missing: missing.slice(-missingMax).map(({ from, to }) => ({ from, to })),
    waiting,
  };
}
