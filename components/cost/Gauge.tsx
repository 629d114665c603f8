"use client";

import { Popover } from "@base-ui/react/popover";
import { useWords } from "@/lib/i18n/provider";
import { GaugePanel } from "./GaugePanel.tsx";
import { Receipts } from "./Receipts.tsx";
import { useFrameCredits } from "./use-owned.ts";

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
  const control = {
    ...(props.open === undefined ? {} : { open: props.open }),
    ...(props.onOpenChange === undefined ? {} : { onOpenChange: props.onOpenChange }),
  };
  return (
    <Popover.Root {...control}>
      <Popover.Trigger className="gauge">
        {balance === null ? (
          <span className="vh">{words("gaugeNoBalance")}</span>
        ) : (
          <span className="g-bal">
            <span className="lb muted">{words("balance")} </span>
            <b>{balance.toLocaleString()}</b>
          </span>
        )}
        <span className="g-day">
          <span className="lb muted">{words("today")} </span>
          {today} {cap === null ? null : <span className="muted">{words("of", { cap })}</span>}
        </span>
        <span className="vh">{words("gaugeShows")}</span>
        <span className="track" aria-hidden="true">
          <i style={{ width: cap === null || cap === 0 ? "0" : `${Math.min(100, (today / cap) * 100)}%` }} />
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="end" sideOffset={8} className="gauge-at">
          <Popover.Popup className="gauge-panel">
            <Popover.Title className="vh">{words("lastPurchases")}</Popover.Title>
            {credits === undefined ? <p className="muted">{words("asking")}</p> : <GaugePanel credits={credits} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
      <Receipts />
    </Popover.Root>
  );
}
