"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useFrameCredits } from "@/components/cost";
import { jstDateTime } from "@/lib/contract/dates";
import { useWords } from "@/lib/next/provider";
import { useService } from "@/lib/next/queries/service-provider";
import { forgetPause, noteProblem } from "@/lib/next/queries/service-state";
import { routes } from "@/lib/routes";
import { stripLook } from "./strip-look.ts";
import { useRecovery } from "./use-recovery.ts";

interface Props {
  /** The pause that the server knew of when it rendered the page. */
  readonly pause: { readonly code: string; readonly seconds: number } | undefined;
}

/** A rate-limit pause, a used-up quota, an unreachable service, a purchase with unknown outcome. */
export function TopStrip({ pause }: Props) {
  const t = useWords("frame");
  const router = useRouter();
  const service = useService();
  useRecovery(service.unreachable);
  const online = useSyncExternalStore(subscribeToOnline, isOnline, () => true);
  useEffect(() => {
    if (pause === undefined) return;
    noteProblem({ status: 429, code: pause.code, detail: "", instance: null, retry_after_seconds: pause.seconds });
  }, [pause]);
  const isQuota = pause?.code === "quota_exceeded";
  const seconds = useCountdown(service.pausedUntilMs, isQuota ? 0 : (pause?.seconds ?? 0));
  const quotaSeconds = useCountdown(service.quotaUntilMs, isQuota ? pause.seconds : 0);
  const unknown = useFrameCredits().data?.unknown_count ?? 0;
  if (!online) return <Strip fault title={t("offline")} note={t("offlineNote")} />;
  if (seconds > 0) return <Strip title={t("rateLimited", { seconds })} note={t("rateLimitedNote")} live="off" />;
  if (service.unreachable) {
    return (
      <Strip fault title={t("unreachable")} note={t("unreachableNote")}>
        <button className="link" type="button" onClick={() => router.refresh()}>
          {t("tryAgain")}
        </button>
      </Strip>
    );
  }
  if (quotaSeconds > 0) {
    const time = service.quotaUntilMs === null ? undefined : jstDateTime(service.quotaUntilMs).slice(11, 16);
    const opens = time === undefined ? "" : `${t("quotaOpensAt", { time })} `;
    return <Strip title={t("quotaUsedUp")} note={opens + t("quotaUsedUpNote")} />;
  }
  if (unknown > 0) {
    return (
      <Strip title={t("unknownOutcomes", { count: unknown })} note={t("unknownNote")}>
        <a href={routes.ledger()}>{t("seeLedger")}</a>
      </Strip>
    );
  }
  return null;
}

interface StripProps {
  readonly title: string;
  readonly note: string;
  readonly fault?: boolean;
  /** Hidden from screen readers, which would announce the countdown every second. */
  readonly live?: "polite" | "off";
  readonly children?: React.ReactNode;
}

function Strip({ title, note, fault = false, live = "polite", children }: StripProps) {
  return (
    <div className={stripLook(fault)} data-strip={fault ? "fault" : "warning"} role="status" aria-live={live}>
      <b>{title}</b>
      <span className="text-muted">{note}</span>
      {children === undefined ? null : <span className="ms-auto">{children}</span>}
    </div>
  );
}

/**
 * The whole seconds until `untilMs`, updated each second; 0 once it has passed. `first` is used until the browser's
 * clock has been read, so that a page rendered during a pause has its strip from the start and nothing moves.
 */
function useCountdown(untilMs: number | null, first: number): number {
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (untilMs === null) return undefined;
    const tick = () => {
      setNowMs(Date.now());
      if (Date.now() >= untilMs) {
        clearInterval(timer);
        forgetPause();
      }
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [untilMs]);
  if (nowMs === 0) return first;
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

function subscribeToOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function isOnline(): boolean {
  return navigator.onLine;
}
