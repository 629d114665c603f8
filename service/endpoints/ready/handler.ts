import type { FreeHandler } from "../handler.ts";

/** Says whether requests can be served; the pipeline answers 503 with the same shape where they can't. */
export const ready: FreeHandler<"ready"> = {
  kind: "free",
  async respond(_input, { probe, version, isStopping }) {
    const checks: Record<string, string> = { ...(await probe.check()) };
    if (isStopping()) checks["process"] = "stopping";
    const ok = Object.values(checks).every((check) => check === "ok");
    return { status: ok ? "ok" : "unavailable", version, checks };
  },
};
