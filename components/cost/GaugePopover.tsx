"use client";

import { Popover } from "@base-ui/react/popover";
import { type RefObject, useRef } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { CreditsView } from "@/lib/spending/wire";
import { GaugePanel } from "./GaugePanel.tsx";

interface Props {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly credits: CreditsView | undefined;
  onClose(): void;
}

/** The popover beneath the gauge, open as long as it is rendered. On a phone the account is reached from here. */
export function GaugePopover({ trigger, credits, onClose }: Props) {
  const words = useWords("cost");
  const frame = useWords("frame");
  // The popover gets the focus, not its first field: it is opened to be read.
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event, cancel }) => {
        if (open) return;
        // The gauge closes the popover by its own click; closing here as well would make that click open it again.
        if (event.target instanceof Node && trigger.current?.contains(event.target) === true) cancel();
        else onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={trigger} side="bottom" align="end" sideOffset={8} className="z-7">
          <Popover.Popup
            ref={popup}
            className="max-h-[min(560px,var(--available-height,80vh))] w-[min(360px,100vw-32px)] overflow-y-auto rounded-control border border-edge bg-surface p-4"
            initialFocus={popup}
            finalFocus={trigger}
          >
            <Popover.Title className="sr-only">{words("lastPurchases")}</Popover.Title>
            <p className="mb-2 border-b border-line pb-3 md:hidden">
              <Link href={routes.account()} onClick={onClose}>
                {frame("account")}
              </Link>
            </p>
            {credits === undefined ? <p className="text-muted">{words("asking")}</p> : <GaugePanel credits={credits} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
