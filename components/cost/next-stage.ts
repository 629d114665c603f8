import type { AppProblem, Price, PurchaseAction, PurchaseView, Quote } from "@/lib/spending/wire";
import { askedStage, type Busy, isBusy, type PurchaseStage, resetStage } from "./purchase-stages.ts";

/**
 * The events that move a purchase from stage to stage. Pure: run-purchase.ts talks to the server. A purchase is only
 * ever ordered at a price that was on the screen, whatever the server's quote says.
 */
export type PurchaseEvent =
  /** Pressed, with the price that was on the control. */
  | { readonly type: "asked"; readonly action: PurchaseAction; readonly shown: Price }
  | { readonly type: "quoted"; readonly quote: Quote }
  /** Confirmed in the dialog, which shows the quote's own price. */
  | { readonly type: "confirmed" }
  | { readonly type: "progressed"; readonly view: PurchaseView }
  | { readonly type: "finished"; readonly view: PurchaseView }
  | { readonly type: "refused"; readonly problem: AppProblem }
  | { readonly type: "reset" };

/** Others change nothing: a second click while one is running, an answer that arrives late. */
export function nextStage(stage: PurchaseStage, event: PurchaseEvent): PurchaseStage {
  switch (event.type) {
    case "asked":
      return askedStage(stage, event.action, event.shown);
    case "reset":
      return resetStage(stage);
    case "quoted":
      return stage.name === "quoting" ? quotedStage(stage, event.quote) : stage;
    case "confirmed":
      return stage.name === "confirming" ? runningStage(stage.quote, stage.quote.price) : stage;
    case "progressed":
      return stage.name === "running" ? { ...stage, view: event.view } : stage;
    case "finished":
      return stage.name === "running" ? finishedStage(event.view) : stage;
    case "refused":
      return isBusy(stage) ? refusedStage(stage, event.problem) : stage;
  }
}

function quotedStage(stage: Extract<PurchaseStage, { name: "quoting" }>, quote: Quote): PurchaseStage {
  if (!quote.owned && quote.blocker !== null) return { name: "blocked", quote };
  if (stage.looking || quote.price.max > stage.shown.max) {
    return { name: "repriced", action: stage.action, price: quote.price };
  }
  return !quote.owned && quote.needs_confirmation ? { name: "confirming", quote } : runningStage(quote, stage.shown);
}

/** Sends `shown`, never the quote's price: the server compares the two and refuses if the price has risen. */
function runningStage(quote: Quote, shown: Price): PurchaseStage {
  const order = { token: quote.token, max_credits: shown.max, action: quote.action };
  return { name: "running", order, reserved: quote.price.max, view: null };
}

function refusedStage(stage: Busy, problem: AppProblem): PurchaseStage {
  if (stage.name === "running" && problem.code === "price_changed") {
    const { action, max_credits } = stage.order;
    return { name: "quoting", action, shown: { min: max_credits, max: max_credits }, looking: true };
  }
  return { name: "failed", problem, view: null };
}

function finishedStage(view: PurchaseView): PurchaseStage {
  const unknown = view.intents.filter((each) => each.state === "unknown");
  if (unknown.length > 0) {
    return { name: "unknown", view, creditsMax: unknown.reduce((sum, each) => sum + each.credits_max, 0) };
  }
  const failed = view.intents.find((each) => each.error !== null && each.state === "failed");
  return failed?.error ? { name: "failed", problem: failed.error, view } : { name: "done", view };
}
