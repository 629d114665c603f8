import type { FreeHandler } from "../handler.ts";

/** Reported without failing readiness: without its search engine the service delivers everything else. */
const told = new Set(["search"]);

/** Says whether requests can be served; the pipeline answers 503 with the same shape where they can't. */
export const ready: FreeHandler<"ready"> = {
  kind: "free",
  async respond(_input, { probe, version, isStopping }) {
    const checks: Record<string, string> = { ...(await probe.check()) };
    if (isStopping()) checks["process"] = "stopping";
    const ok = Object.entries(checks).every(([part, check]) => check === "ok" || told.has(part));
    return { status: ok ? "ok" : "unavailable", version, checks };
  },
};
