"use client";

import { useRef, useState } from "react";
import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";
import { useWords } from "@/lib/i18n/provider";
import { useServiceAway } from "@/lib/queries/service-provider";
import { Receipts } from "./Receipts.tsx";
import { useFrameCredits } from "./use-owned.ts";

/** The popover's code is large, so it is loaded when the pointer or the focus reaches the gauge. */
const loadPopover = () => import("./GaugePopover.tsx");

/**
 * The balance, what was spent today, and the cap; a click opens the last purchases, and `open` lets the frame's
 * shortcut open them. The gauge is part of every page, so it also renders the receipts.
 */
export function Gauge(props: { open?: boolean; onOpenChange?: (open: boolean) => void }) {
  const words = useWords("cost");
  const credits = useFrameCredits().data;
  const today = credits?.spent_today ?? 0;
  const cap = credits?.daily_cap ?? null;
  const balance = credits?.balance ?? null;
  const trigger = useRef<HTMLButtonElement>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const [reached, setReached] = useState(false);
  const open = props.open ?? ownOpen;
  const GaugePopover = useDeferredCode(loadPopover, open || reached)?.GaugePopover;
  const change = props.onOpenChange ?? setOwnOpen;
  return (
    <>
      <button
        ref={trigger}
        className="gauge"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-popup-open={open ? "" : undefined}
        onPointerEnter={() => setReached(true)}
        onFocus={() => setReached(true)}
        onClick={() => change(!open)}
      >
        <Balance balance={balance} />
        <span className="g-day">
          <span className="lb muted">{words("today")} </span>
          {today} {cap === null ? null : <span className="muted">{words("of", { cap })}</span>}
        </span>
        <span className="vh">{words("gaugeShows")}</span>
        <span className="track" aria-hidden="true">
          <i style={{ width: cap === null || cap === 0 ? "0" : `${Math.min(100, (today / cap) * 100)}%` }} />
        </span>
      </button>
      {open && GaugePopover !== undefined ? (
        <GaugePopover trigger={trigger} credits={credits} onClose={() => change(false)} />
      ) : null}
      <Receipts />
    </>
  );
}

/** While the service does not answer this shows the last known balance, or says that it is unknown. */
function Balance({ balance }: { readonly balance: number | null }) {
  const words = useWords("cost");
  const away = useServiceAway();
  if (balance === null && !away) return <span className="vh">{words("gaugeNoBalance")}</span>;
  return (
    <span className="g-bal" title={away ? words("balanceStale") : undefined}>
      <span className="lb muted">{words("balance")} </span>
      <b className={away ? "muted" : undefined}>{balance?.toLocaleString() ?? words("balanceUnknown")}</b>
      {away && balance !== null ? <span className="vh">{words("balanceStale")}</span> : null}
    </span>
  );
}
