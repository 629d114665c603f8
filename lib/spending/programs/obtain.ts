import { buy } from "../engine/buy.ts";
import { purchaseView } from "../library/purchase-views.ts";
import type { Spender } from "../ports.ts";
import { isWithin, type Plan } from "../pricing/plan.ts";
import { readQuote } from "../pricing/quote-token.ts";
import type { Price, PurchaseRequest, PurchaseView, SinglePurchase } from "../wire.ts";
import { type AgentCall, spenderOf } from "./agent-call.ts";
import { askApproval } from "./approvals.ts";
import { problemIn, ToolRefusal } from "./refusal.ts";

/**
 * Buying for a program: a quote, the maximum it named, and the engine's own confirmation. Beside an answer's run, nothing
 * else spends for programs.
 */
export interface Allowance {
  readonly max_credits: number;
  readonly task_id?: string | undefined;
}

export interface Obtained {
  readonly charged: number;
  readonly price: Price;
  readonly view: PurchaseView | undefined;
}

const nothing: Price = { min: 0, max: 0 };

/** Buys what is not owned yet, for at most the named credits. Returns when it is stored, and throws otherwise. */
export async function obtain(call: AgentCall, action: SinglePurchase, allowance: Allowance): Promise<Obtained> {
  const spender = spenderOf(call, allowance.task_id);
  const bought = await buy(call.purchaseService, spender, { action, most: allowance.max_credits });
  if (bought.kind === "owned") return { charged: 0, price: nothing, view: undefined };
  const { price } = bought;
  if (bought.kind === "refused") {
    const plan = { action, most: price.max };
    throw await refusalOf(call, bought.problem, { plan, price, taskId: allowance.task_id ?? null });
  }
  const view = await purchaseOf(call, spender, bought.purchaseId);
  checkStored(view, price);
  return { charged: view.credits_charged, price, view };
}

interface Order extends PurchaseRequest {
  readonly price: Price;
}

/** Confirms a quote. A plan that a person has to approve is put before them, and refused with the link to it. */
export async function confirmQuote(call: AgentCall, spender: Spender, order: Order): Promise<PurchaseView> {
  const { price, ...request } = order;
  try {
    return await purchaseOf(call, spender, await call.purchaseService.confirm(spender, request));
  } catch (error) {
    const problem = problemIn(error);
    if (problem === undefined) throw error;
    const taskId = spender.agent?.taskId ?? null;
    const { plan } = readQuote(order.token, call.deps.serverKey, call.deps.clock.nowMs());
    throw await refusalOf(call, problem, { plan, price, taskId });
  }
}

/** Its charges are those of this purchase alone: of calls that buy one thing at once, one tells the charge. */
export async function purchaseOf(
  { rows, deps }: AgentCall,
  spender: Spender,
  purchaseId: string,
): Promise<PurchaseView> {
  const view = await purchaseView(deps, rows, spender, purchaseId);
  if (view === undefined) throw new Error("a confirmed purchase is not there");
  const joined = await rows.purchases.joinedBy(purchaseId);
  const own = view.intents.filter(({ intent_id }) => !joined.has(intent_id));
  return { ...view, credits_charged: own.reduce((sum, { credits }) => sum + (credits ?? 0), 0) };
}

interface Unapproved {
  readonly plan: Plan;
  readonly taskId: string | null;
  readonly price: Price;
}

async function refusalOf(
  call: AgentCall,
  { code, detail }: { readonly code: string; readonly detail: string },
  unapproved: Unapproved,
): Promise<ToolRefusal> {
  if (code === "approval_required") return approvalNeeded(call, unapproved);
  return new ToolRefusal(code, detail, { price: unapproved.price });
}

/** Puts a plan before a person; the refusal has the link to it. */
export async function approvalNeeded(call: AgentCall, { plan, taskId, price }: Unapproved): Promise<ToolRefusal> {
  const { rows, deps, token } = call;
  const agent = { tokenId: token.token_id, taskId };
  const asked = await askApproval(rows, { ownerId: token.owner_id, agent, plan }, deps.clock.nowMs());
  const detail =
    "A person has to approve this plan first: give them approval_url, go on with other work, and make the same call again after they have decided. Nothing was run.";
  return new ToolRefusal("approval_required", detail, {
    price,
    facts: { approval_id: asked.approval_id, approval_url: call.approvalUrl(asked.approval_id) },
  });
}

export function checkMaximum(price: Price, maxCredits: number): void {
  if (isWithin({ most: maxCredits }, [price.max])) return;
  const detail = `It costs up to ${price.max} credits, more than max_credits. Nothing was run.`;
  throw new ToolRefusal("over_max_credits", detail, { price });
}

/** Throws where the purchase has not ended as stored, with what is known of it. */
function checkStored(view: PurchaseView, price: Price): void {
  if (!view.done) {
    const detail = "The purchase is still under way. Make the same call again: it is not charged twice.";
    throw new ToolRefusal("in_progress", detail, { price });
  }
  const failed = view.intents.find((each) => each.state !== "stored");
  if (failed === undefined) return;
  const code = failed.state === "unknown" ? "outcome_unknown" : (failed.error?.code ?? "failed");
  const detail =
    failed.state === "unknown"
      ? `The answer was lost, and up to ${failed.credits_max} credits may have been charged. It is not sent again by itself.`
      : `${failed.error?.detail ?? "It failed."} This request was not charged.`;
  throw new ToolRefusal(code, detail, { price, facts: { charged: view.credits_charged } });
}
