import { Suspense } from "react";
import { Freshness } from "@/components/market";
import { app } from "@/lib/app.server";
import { getWords } from "@/lib/next/locale.server";

/** The service's address, whether it answers, and how fresh its market is. */
export async function ServiceState() {
  const t = await getWords("signIn");
  const nowMs = Date.now();
  const market = await app.marketFreshness(nowMs);
  return (
    <>
      {app.running().settings.apiUrl}{" "}
      <span className="text-muted">
        ·{" "}
        <Suspense fallback={t("checking")}>
          <Health />
        </Suspense>
      </span>
      {market === undefined ? null : (
        <span className="block">
          <Freshness market={market} nowMs={nowMs} />
        </span>
      )}
    </>
  );
}

/** The page doesn't wait for the service: its state is streamed when it is known. */
async function Health() {
  const t = await getWords("signIn");
  const health = await app.measureHealth(app.running().settings.apiUrl);
  return health.reachable ? t("reachable", { ms: health.ms }) : t("notReachable");
}
