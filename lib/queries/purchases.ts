import type { PurchaseAction, PurchaseRequest, PurchaseView, Quote } from "../purchases/wire.ts";
import { api } from "../routes.ts";
import { askOwnApi, OwnApiError } from "./own-api.ts";

/** Asks for prices and orders purchases. A quote is free; only `confirmPurchase` can spend credits. */
export function askQuote(action: PurchaseAction, signal?: AbortSignal): Promise<Quote> {
  return askOwnApi<Quote>(api.quote(), { method: "POST", body: { action }, signal });
}

/**
 * Confirms a quote. A connection that breaks here is asked again with the same token: the server recognises it
 * and never runs it twice.
 */
export async function confirmPurchase(request: PurchaseRequest): Promise<PurchaseView> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOwnApi<PurchaseView>(api.purchases(), { method: "POST", body: request });
    } catch (error) {
      if (!isBrokenConnection(error) || attempt === 4) throw error;
      await pause(400 * 2 ** attempt);
    }
  }
}

/** Follows a purchase until each of its intents has an outcome or is shown as unknown. */
export async function followPurchase(
  first: PurchaseView,
  onProgress: (view: PurchaseView) => void,
  signal: AbortSignal,
): Promise<PurchaseView> {
  let view = first;
  let waitMs = 150;
  let broken = 0;
  while (!view.done && !signal.aborted) {
    await pause(waitMs);
    waitMs = Math.min(waitMs * 1.4, 2000);
    try {
      view = await askOwnApi<PurchaseView>(api.purchase(view.purchase_id), { signal });
      broken = 0;
      onProgress(view);
    } catch (error) {
      if (isBrokenConnection(error)) broken += 1;
      if (broken > brokenMax || (error instanceof OwnApiError && answeredFinally(error))) throw error;
    }
  }
  return view;
}

/** Half a minute without a connection: the purchase goes on at the server, and the ledger says what came of it. */
const brokenMax = 15;

/** No answer of our server came, or not all of it. What it did is unknown, and asking again is safe. */
function isBrokenConnection(error: unknown): boolean {
  return !(error instanceof OwnApiError) || error.problem.code === "app_unreachable";
}

function answeredFinally({ problem }: OwnApiError): boolean {
  return problem.code !== "app_unreachable" && problem.status < 500;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
