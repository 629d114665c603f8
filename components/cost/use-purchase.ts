"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Price, PurchaseAction, PurchaseView } from "@/lib/purchases/wire";
import { creditsKey } from "@/lib/queries/credits";
import { libraryKeys } from "@/lib/queries/library-keys";
import { problemOf } from "@/lib/queries/own-api";
import { ownedKeys } from "@/lib/queries/owned";
import { fetchQuote, confirmPurchase, followPurchase } from "@/lib/queries/purchases";
import { bookingLabel } from "./booking.ts";
import { idle, nextStage, type PurchaseEvent, type PurchaseOrder, type PurchaseStage } from "./purchase-stages.ts";
import { addReceipt } from "./receipt-store.ts";

const loadMarks = () => import("@/lib/queries/mark-asked");

interface Options {
  readonly subject: { readonly text: string; readonly lang?: string | undefined };
  readonly onBought?: ((view: PurchaseView) => void) | undefined;
}

/**
 * Runs one paid action: quote, confirmation where the owner wants one, order, receipt. Sends what each stage requires.
 */
export function usePurchase(options: Options) {
  const [stage, setStage] = useState<PurchaseStage>(idle);
  // A ref beside the state, so that the second of two clicks in one frame sees the stage that the first one set.
  const current = useRef<PurchaseStage>(idle);
  const client = useQueryClient();

  const send = useCallback((event: PurchaseEvent): PurchaseStage => {
    current.current = nextStage(current.current, event);
    setStage(current.current);
    return current.current;
  }, []);

  const quote = useCallback(
    async (action: PurchaseAction): Promise<PurchaseStage> => {
      try {
        return send({ type: "quoted", quote: await fetchQuote(action) });
      } catch (error) {
        return send({ type: "refused", problem: problemOf(error) });
      }
    },
    [send],
  );

  const run = useCallback(
    async ({ token, max_credits, action }: PurchaseOrder) => {
      const label = bookingLabel().trim();
      let isOver = false;
      // Not of the first load. Where it can't be fetched, the server says the same a moment later.
      loadMarks().then(
        ({ markAsked }) => isOver || markAsked(client, action),
        () => undefined,
      );
      let stored = 0;
      try {
        const first = await confirmPurchase({ token, max_credits, ...(label === "" ? {} : { label }) });
        const progress = (view: PurchaseView) => {
          send({ type: "progressed", view });
          const now = view.intents.filter(({ state }) => state === "stored").length;
          // Pages of a range are shown as they arrive.
          if (now > stored) void client.invalidateQueries({ queryKey: ownedKeys.all });
          stored = now;
        };
        const view = await followPurchase(first, progress, new AbortController().signal);
        const after = send({ type: "finished", view });
        addReceipt(view, options.subject, label);
        if (after.name === "done") options.onBought?.(view);
      } catch (error) {
        const after = send({ type: "refused", problem: problemOf(error) });
        if (after.name === "quoting") await quote(after.action);
      } finally {
        isOver = true;
        await Promise.all([
          client.invalidateQueries({ queryKey: ownedKeys.all }),
          client.invalidateQueries({ queryKey: creditsKey }),
          client.invalidateQueries({ queryKey: libraryKeys.all }),
        ]);
      }
    },
    [client, options, quote, send],
  );

  /** `shown` is the price on the screen: the most that this may cost. */
  const start = useCallback(
    async (action: PurchaseAction, shown: Price) => {
      const before = current.current;
      const asked = send({ type: "asked", action, shown });
      if (asked === before) return;
      const quoted = await quote(action);
      if (quoted.name === "running") await run(quoted.order);
    },
    [quote, run, send],
  );

  const confirm = useCallback(async () => {
    const before = current.current;
    const confirmed = send({ type: "confirmed" });
    if (confirmed !== before && confirmed.name === "running") await run(confirmed.order);
  }, [run, send]);

  const reset = useCallback(() => void send({ type: "reset" }), [send]);

  return { stage, start, confirm, reset };
}
