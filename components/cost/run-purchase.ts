import type { QueryClient } from "@tanstack/react-query";
import { creditsKey } from "@/lib/next/queries/credits";
import { libraryKeys } from "@/lib/next/queries/library-keys";
import { problemOf } from "@/lib/next/queries/own-api";
import { ownedKeys } from "@/lib/next/queries/owned";
import { confirmPurchase, fetchQuote, followPurchase } from "@/lib/next/queries/purchases";
import type { PurchaseAction, PurchaseView } from "@/lib/spending/wire";
import { bookingLabel } from "./booking.ts";
import { nextStage, type PurchaseEvent } from "./next-stage.ts";
import type { PurchaseOrder, PurchaseStage } from "./purchase-stages.ts";
import { addReceipt } from "./receipt-store.ts";

const loadMarks = () => import("@/lib/next/queries/mark-asked");

/** The control of a paid action, as what runs it sees it. */
export interface PurchaseControl {
  readonly client: QueryClient;
  readonly subject: { readonly text: string; readonly lang?: string | undefined };
  readonly onBought?: ((view: PurchaseView) => void) | undefined;
  readonly stage: () => PurchaseStage;
  readonly show: (stage: PurchaseStage) => void;
}

/** Asks for the price of what was pressed, and orders it where nothing has to be confirmed. */
export async function askPrice(control: PurchaseControl, action: PurchaseAction): Promise<void> {
  const quoted = await quote(control, action);
  if (quoted.name === "running") await run(control, quoted.order);
}

export async function orderConfirmed(control: PurchaseControl): Promise<void> {
  const before = control.stage();
  const confirmed = send(control, { type: "confirmed" });
  if (confirmed !== before && confirmed.name === "running") await run(control, confirmed.order);
}

function send(control: PurchaseControl, event: PurchaseEvent): PurchaseStage {
  const stage = nextStage(control.stage(), event);
  control.show(stage);
  return stage;
}

async function quote(control: PurchaseControl, action: PurchaseAction): Promise<PurchaseStage> {
  try {
    return send(control, { type: "quoted", quote: await fetchQuote(action) });
  } catch (error) {
    return send(control, { type: "refused", problem: problemOf(error) });
  }
}

async function run(control: PurchaseControl, { token, max_credits, action }: PurchaseOrder): Promise<void> {
  const { client } = control;
  const label = bookingLabel().trim();
  let isOver = false;
  // After a failed load the server says the same a moment later.
  loadMarks().then(
    ({ markAsked }) => isOver || markAsked(client, action),
    () => undefined,
  );
  let stored = 0;
  try {
    const first = await confirmPurchase({ token, max_credits, ...(label === "" ? {} : { label }) });
    const progress = (view: PurchaseView) => {
      send(control, { type: "progressed", view });
      const now = view.intents.filter(({ state }) => state === "stored").length;
      // Pages of a range are shown as they arrive.
      if (now > stored) void client.invalidateQueries({ queryKey: ownedKeys.all });
      stored = now;
    };
    const view = await followPurchase(first, progress, new AbortController().signal);
    const after = send(control, { type: "finished", view });
    addReceipt(view, control.subject, label);
    if (after.name === "done") control.onBought?.(view);
  } catch (error) {
    const after = send(control, { type: "refused", problem: problemOf(error) });
    if (after.name === "quoting") await quote(control, after.action);
  } finally {
    isOver = true;
    await Promise.all([
      client.invalidateQueries({ queryKey: ownedKeys.all }),
      client.invalidateQueries({ queryKey: creditsKey }),
      client.invalidateQueries({ queryKey: libraryKeys.all }),
    ]);
  }
}
