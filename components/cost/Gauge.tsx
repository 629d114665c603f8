"use client";

import { useRef, useState } from "react";
import { useLater } from "@/components/ui/use-later";
import { useWords } from "@/lib/i18n/provider";
import { useServiceAway } from "@/lib/queries/service-provider";
import { Receipts } from "./Receipts.tsx";
import { useFrameCredits } from "./use-owned.ts";

/** What floats is heavy and opens on a click: it comes when somebody reaches for it. */
const loadPopover = () => import("./GaugePopover.tsx");

/**
 * Balance, spent today, cap; opens the last purchases. `open` lets the shell open it from the keyboard. It stands on
 * every page, and so do the receipts that it renders.
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
  const GaugePopover = useLater(loadPopover, open || reached)?.GaugePopover;
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

/** While the service is away the balance is the last that it told, or unknown: never nothing. */
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
