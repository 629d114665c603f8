"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { persistently } from "@/components/ui/persistently";
import { useWords } from "@/lib/next/provider";
import { useServiceAway } from "@/lib/next/queries/service-provider";
import { writeNumber } from "@/lib/text/i18n/words";
import { Receipts } from "./Receipts.tsx";
import { useFrameCredits } from "./use-owned.ts";

const GaugePopover = dynamic(() => persistently(() => import("./GaugePopover.tsx")).then((code) => code.GaugePopover), {
  ssr: false,
});

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
  const open = props.open ?? ownOpen;
  const change = props.onOpenChange ?? setOwnOpen;
  return (
    <>
      <button
        ref={trigger}
        className="grid grid-cols-[auto_auto] items-baseline gap-x-3 py-0.5 text-end text-12/4 max-md:min-h-10 max-md:grid-cols-[auto] max-md:content-center"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-popup-open={open ? "" : undefined}
        onClick={() => change(!open)}
      >
        <Balance balance={balance} />
        <span className="md:col-start-2">
          <span className="text-muted">{words("today")} </span>
          {today} {cap === null ? null : <span className="text-muted">{words("of", { cap })}</span>}
        </span>
        <span className="sr-only">{words("gaugeShows")}</span>
        <span className="block h-0.75 bg-line md:col-start-2 md:min-w-29" aria-hidden="true">
          <i
            className="block h-full bg-ink"
            style={{ width: cap === null || cap === 0 ? "0" : `${Math.min(100, (today / cap) * 100)}%` }}
          />
        </span>
      </button>
      {open ? <GaugePopover trigger={trigger} credits={credits} onClose={() => change(false)} /> : null}
      <Receipts />
    </>
  );
}

/** While the service does not answer this shows the last known balance, or says that it is unknown. */
function Balance({ balance }: { readonly balance: number | null }) {
  const words = useWords("cost");
  const away = useServiceAway();
  if (balance === null && !away) return <span className="sr-only">{words("gaugeNoBalance")}</span>;
  return (
    <span className="self-center md:row-span-2 md:row-start-1" title={away ? words("balanceStale") : undefined}>
      <span className="text-muted">{words("balance")} </span>
      <b
        className={
          away ? "text-16/5 font-semibold text-muted max-md:text-12/4" : "text-16/5 font-semibold max-md:text-12/4"
        }
      >
        {balance === null ? words("balanceUnknown") : writeNumber(balance)}
      </b>
      {away && balance !== null ? <span className="sr-only">{words("balanceStale")}</span> : null}
    </span>
  );
}
