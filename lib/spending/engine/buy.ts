import type { Spender } from "../ports.ts";
import { isWithin, type Plan } from "../pricing/plan.ts";
import { problemOfError } from "../problems.ts";
import type { AppProblem, Price } from "../wire.ts";
import type { PurchaseService } from "./purchase-service.ts";

/** How it went to buy for at most what a plan allows. */
export type Bought =
  | { readonly kind: "owned" }
  | { readonly kind: "refused"; readonly price: Price; readonly problem: Pick<AppProblem, "code" | "detail"> }
  /** The purchase may still be running. */
  | { readonly kind: "confirmed"; readonly price: Price; readonly purchaseId: string };

/** The quote, the comparison of its price with the plan, and the confirmation, for what runs in the server itself. */
export async function buy(purchases: PurchaseService, spender: Spender, plan: Plan): Promise<Bought> {
  const { owned, price, blocker, token } = await purchases.quote(spender, plan.action);
  if (owned) return { kind: "owned" };
  const refused = (code: string, detail: string): Bought => ({ kind: "refused", price, problem: { code, detail } });
  if (blocker !== null) return refused(blocker, `It can't be bought now: ${blocker}. Nothing was run.`);
  if (!isWithin(plan, [price.max])) {
    return refused("over_max_credits", `It costs up to ${price.max} credits, more than max_credits. Nothing was run.`);
  }
  try {
    return {
      kind: "confirmed",
      price,
      purchaseId: await purchases.confirm(spender, { token, max_credits: plan.most }),
    };
  } catch (error) {
    const problem = problemOfError(error);
    // An exception may come after the purchase was made: what became of it is read from the ledger.
    if (problem.code === "app_error") throw error;
    return refused(problem.code, problem.detail);
  }
}
