import type { AppProblem, Price, PurchaseAction, PurchaseRequest, PurchaseView, Quote } from "@/lib/spending/wire";

/** As far as its control shows them; the events come after the page, in next-stage.ts. */
export type PurchaseStage =
  | { readonly name: "idle" }
  /** `looking`: a quote is asked for only to show its price; nothing is bought. */
  | { readonly name: "quoting"; readonly action: PurchaseAction; readonly shown: Price; readonly looking: boolean }
  /** The price on the screen was too low: nothing has run, the new one is shown. */
  | { readonly name: "repriced"; readonly action: PurchaseAction; readonly price: Price }
  | { readonly name: "confirming"; readonly quote: Quote }
  | { readonly name: "blocked"; readonly quote: Quote }
  | {
      readonly name: "running";
      readonly order: PurchaseOrder;
      /** The most that it may cost, while the outcome is open. */
      readonly reserved: number;
      readonly view: PurchaseView | null;
    }
  | { readonly name: "done"; readonly view: PurchaseView }
  | { readonly name: "unknown"; readonly view: PurchaseView; readonly creditsMax: number }
  | { readonly name: "failed"; readonly problem: AppProblem; readonly view: PurchaseView | null };

export interface PurchaseOrder extends Pick<PurchaseRequest, "token" | "max_credits"> {
  readonly action: PurchaseAction;
}

export const idle: PurchaseStage = { name: "idle" };

export type Busy = Extract<PurchaseStage, { name: "quoting" | "running" }>;

export function isBusy(stage: PurchaseStage): stage is Busy {
  return stage.name === "quoting" || stage.name === "running";
}

/** Pressed, with the price that was on the control; a second press while one is answered changes nothing. */
export function askedStage(stage: PurchaseStage, action: PurchaseAction, shown: Price): PurchaseStage {
  return isBusy(stage) ? stage : { name: "quoting", action, shown, looking: false };
}

export function resetStage(stage: PurchaseStage): PurchaseStage {
  return isBusy(stage) ? stage : idle;
}

/** The price on the button: the one last quoted, as long as it was quoted for the same thing. */
export function priceShown(stage: PurchaseStage, action: PurchaseAction, listed: Price): Price {
  if (stage.name !== "repriced") return listed;
  return JSON.stringify(stage.action) === JSON.stringify(action) ? stage.price : listed;
}
