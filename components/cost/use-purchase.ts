"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Price, PurchaseAction } from "@/lib/spending/wire";
import { focusPlaces } from "./focus-places.ts";
import { keepFocus } from "./keep-focus.ts";
import { askedStage, idle, type PurchaseStage, resetStage } from "./purchase-stages.ts";
import { askPrice, orderConfirmed, type PurchaseControl } from "./run-purchase.ts";

/** The stage of one paid action: quote, confirmation where the owner wants one, order, receipt. */
export function usePurchase(options: Pick<PurchaseControl, "subject" | "onBought">) {
  const [stage, setStage] = useState<PurchaseStage>(idle);
  // A ref beside the state, so that the second of two clicks in one frame sees the stage that the first one set.
  const current = useRef<PurchaseStage>(idle);
  const client = useQueryClient();

  const show = useCallback((next: PurchaseStage) => {
    current.current = next;
    setStage(next);
  }, []);
  const controlOf = useCallback(
    (): PurchaseControl => ({ ...options, client, show, stage: () => current.current }),
    [client, options, show],
  );

  /** `shown` is the price on the screen: the most that this may cost. */
  const start = useCallback(
    async (action: PurchaseAction, shown: Price) => {
      const asked = askedStage(current.current, action, shown);
      if (asked === current.current) return;
      const places = focusPlaces(document.activeElement);
      show(asked);
      keepFocus(places, action);
      await askPrice(controlOf(), action);
    },
    [controlOf, show],
  );

  const confirm = useCallback(() => orderConfirmed(controlOf()), [controlOf]);

  const reset = useCallback(() => show(resetStage(current.current)), [show]);

  return { stage, start, confirm, reset };
}
