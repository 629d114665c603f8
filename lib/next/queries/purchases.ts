import { api } from "../../routes.ts";
import type { PurchaseAction, PurchaseRequest, PurchaseView, Quote } from "../../spending/wire.ts";
import { fetchOwnApi, OwnApiError } from "./own-api.ts";

/** Requests quotes and orders purchases. A quote is free; only `confirmPurchase` can spend credits. */
export function fetchQuote(action: PurchaseAction, signal?: AbortSignal): Promise<Quote> {
  return fetchOwnApi<Quote>(api.quote(), { method: "POST", body: { action }, signal });
}

/** Sent again after a broken connection with the same token, so that it never runs twice. */
export async function confirmPurchase(request: PurchaseRequest): Promise<PurchaseView> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOwnApi<PurchaseView>(api.purchases(), { method: "POST", body: request });
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
      view = await fetchOwnApi<PurchaseView>(api.purchase(view.purchase_id), { signal });
      broken = 0;
      onProgress(view);
    } catch (error) {
      if (isBrokenConnection(error)) broken += 1;
      if (broken > brokenMax || (error instanceof OwnApiError && isFinalAnswer(error))) throw error;
    }
  }
  return view;
}

/** Half a minute without connection. The purchase continues, and the ledger shows its outcome. */
const brokenMax = 15;

/** No complete answer of our server arrived. What it did is unknown, and sending again is safe. */
function isBrokenConnection(error: unknown): boolean {
  return !(error instanceof OwnApiError) || error.problem.code === "app_unreachable";
}

function isFinalAnswer({ problem }: OwnApiError): boolean {
  return problem.code !== "app_unreachable" && problem.status < 500;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
