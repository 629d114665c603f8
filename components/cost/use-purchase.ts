"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { AppProblem, Price, PurchaseAction, PurchaseView, Quote } from "@/lib/purchases/wire";
import { creditsKey } from "@/lib/queries/credits";
import { libraryKeys } from "@/lib/queries/library-keys";
import { OwnApiError } from "@/lib/queries/own-api";
import { ownedKeys } from "@/lib/queries/owned";
import { askQuote, confirmPurchase, followPurchase } from "@/lib/queries/purchases";
import { bookingLabel } from "./booking.ts";
import { announcePurchase } from "./receipt-store.ts";

/** Where one paid action stands. Nothing is spent before `running`. */
export type PurchaseStage =
  | { readonly name: "idle" }
  | { readonly name: "quoting" }
  /** The price on the screen was too low: nothing has run, the new one is shown. */
  | { readonly name: "repriced"; readonly price: Price }
  | { readonly name: "confirming"; readonly quote: Quote }
  | { readonly name: "blocked"; readonly quote: Quote }
  | { readonly name: "running"; readonly reserved: number; readonly view: PurchaseView | null }
  | { readonly name: "done"; readonly view: PurchaseView }
  | { readonly name: "unknown"; readonly view: PurchaseView; readonly creditsMax: number }
  | { readonly name: "failed"; readonly problem: AppProblem; readonly view: PurchaseView | null };

interface Options {
  readonly subject: { readonly text: string; readonly lang?: string | undefined };
  onBought?: ((view: PurchaseView) => void) | undefined;
}

/** Quote, one confirmation where the owner asked for it, run, receipt. `shown` is the price on the screen. */
export function usePurchase(options: Options) {
  const [stage, setStage] = useState<PurchaseStage>({ name: "idle" });
  const client = useQueryClient();
  const busy = useRef(false);

  const run = useCallback(
    async (quote: Quote) => {
      setStage({ name: "running", reserved: quote.price.max, view: null });
      try {
        const label = bookingLabel().trim();
        const first = await confirmPurchase({
          token: quote.token,
          max_credits: quote.price.max,
          ...(label === "" ? {} : { label }),
        });
        const view = await followPurchase(
          first,
          (each) => setStage({ name: "running", reserved: quote.price.max, view: each }),
          new AbortController().signal,
        );
        const stage = finishedStage(view);
        setStage(stage);
        announcePurchase(view, options.subject, label);
        if (stage.name === "done") options.onBought?.(view);
      } catch (error) {
        setStage(await refusedStage(error, quote.action));
      } finally {
        busy.current = false;
        await Promise.all([
          client.invalidateQueries({ queryKey: ownedKeys.all }),
          client.invalidateQueries({ queryKey: creditsKey }),
          client.invalidateQueries({ queryKey: libraryKeys.all }),
        ]);
      }
    },
    [client, options],
  );

  const start = useCallback(
    async (action: PurchaseAction, shown: Price) => {
      if (busy.current) return;
      busy.current = true;
      setStage({ name: "quoting" });
      try {
        const quote = await askQuote(action);
        const next = afterQuote(quote, shown);
        if (next === "run") return await run(quote);
        setStage(next);
      } catch (error) {
        setStage({ name: "failed", problem: problemOf(error), view: null });
      }
      busy.current = false;
    },
    [run],
  );

  const confirm = useCallback(
    async (quote: Quote) => {
      if (busy.current) return;
      busy.current = true;
      await run(quote);
    },
    [run],
  );

  const reset = useCallback(() => {
    if (!busy.current) setStage({ name: "idle" });
  }, []);

  return { stage, start, confirm, reset };
}

function afterQuote(quote: Quote, shown: Price): PurchaseStage | "run" {
  if (quote.owned) return "run";
  if (quote.blocker !== null) return { name: "blocked", quote };
  if (quote.price.max > shown.max) return { name: "repriced", price: quote.price };
  return quote.needs_confirmation ? { name: "confirming", quote } : "run";
}

function finishedStage(view: PurchaseView): PurchaseStage {
  const unknown = view.intents.filter((each) => each.state === "unknown");
  if (unknown.length > 0) {
    return { name: "unknown", view, creditsMax: unknown.reduce((sum, each) => sum + each.credits_max, 0) };
  }
  const failed = view.intents.find((each) => each.error !== null && each.state === "failed");
  return failed?.error ? { name: "failed", problem: failed.error, view } : { name: "done", view };
}

async function refusedStage(error: unknown, action: PurchaseAction): Promise<PurchaseStage> {
  const problem = problemOf(error);
  if (problem.code !== "price_changed") return { name: "failed", problem, view: null };
  try {
    return { name: "repriced", price: (await askQuote(action)).price };
  } catch (again) {
    return { name: "failed", problem: problemOf(again), view: null };
  }
}

/** Without an answer of our own server nothing is known but that: the ledger says what came of it. */
function problemOf(error: unknown): AppProblem {
  if (error instanceof OwnApiError) return error.problem;
  return { status: 0, code: "app_unreachable", detail: "", instance: null, retry_after_seconds: null };
}
