import { z } from "zod";
import { readQuote, tokenHash } from "../../../../spending/pricing/quote-token.ts";
import { type AgentCall, spenderOf } from "../../../../spending/programs/agent-call.ts";
import type { Found } from "../../../../spending/programs/answer.ts";
import { checkMaximum, confirmQuote } from "../../../../spending/programs/obtain.ts";
import { ToolRefusal } from "../../../../spending/programs/refusal.ts";
import { maxCredits, taskId, tool } from "../../../../spending/programs/tool.ts";
import { purchaseKinds } from "../../../../text/purchase-kinds.ts";

const alternativesCharactersMax = 3_000;

const line = z.strictObject({
  kind: z.enum(purchaseKinds).describe("content: the whole document; pages: page images; original: a file."),
  document_id: z.string().max(100).optional(),
  sections: z.array(z.string().max(200)).max(100).optional(),
  pages: z.array(z.int().min(1)).max(500).optional(),
  original_id: z.string().max(200).optional(),
  input: z.record(z.string(), z.unknown()).optional().describe("The question, for search_* and list_news."),
  epoch: z.literal("again").optional().describe("A new copy, although one is owned."),
});

/** Fewer than a person's basket holds, so that the quote stays within one answer. */
const linesMax = 30;
const quoteCharactersMax = 9_000;

const action = z.strictObject({
  ...line.partial().shape,
  kind: z.enum([...purchaseKinds, "basket"]).describe("basket: lines of several documents, confirmed together."),
  lines: z.array(line).min(1).max(linesMax).optional().describe("Of a basket."),
});

export const plan = tool({
  name: "plan",
  title: "Plan a purchase",
  description:
    "Free. What an action costs now, what of it is owned, whether a person must approve it, and a quote for confirm, good for five minutes. Sections of one document belong into one action: together they cost less. A basket has lines of several documents, with one total. fact_count of a ZIP: its figures by the service's count; null where it tells none, and there may be none.",
  cost: "free",
  readOnly: true,
  input: z.object({ action, task_id: taskId }),
  async run(call, asked): Promise<Found> {
    const quote = await call.purchaseService.quote(spenderOf(call, asked.task_id), asked.action);
    if (quote.token.length > quoteCharactersMax) {
      throw new ToolRefusal("plan_too_large", "Plan fewer things at once.", { price: quote.price });
    }
    const alternatives =
      JSON.stringify(quote.alternatives).length > alternativesCharactersMax ? [] : quote.alternatives;
    return {
      facts: {
        quote: quote.token,
        owned: quote.owned,
        requests: quote.requests,
        needs_approval: quote.needs_confirmation,
        blocker: quote.blocker,
        alternatives,
        ...(quote.fact_count === undefined ? {} : { fact_count: quote.fact_count }),
        expires_at: quote.expires_at,
      },
      price: quote.price,
      taskId: asked.task_id,
    };
  },
});

export const confirm = tool({
  name: "confirm",
  title: "Confirm a plan",
  description:
    "Costs credits, at most max_credits. Buys what plan quoted; the same quote twice is one purchase. approval_required comes with a link for a person; after they have decided, plan and confirm again. Read what was bought with read, search or page_image.",
  cost: "paid",
  readOnly: false,
  input: z.object({
    quote: z.string().min(1).max(60_000),
    max_credits: maxCredits,
    task_id: taskId,
    label: z.string().trim().max(80).optional().describe("Shown in the owner's ledger."),
  }),
  async run(call, asked): Promise<Found> {
    const spender = spenderOf(call, asked.task_id);
    const price = await priceOf(call, asked.quote);
    checkMaximum(price, asked.max_credits);
    const { quote: token, max_credits, label } = asked;
    const view = await confirmQuote(call, spender, { token, max_credits, price, label: label ?? null });
    const purchases = view.intents.map(({ intent_id, state, credits, credits_max, error }) => ({
      ...{ intent_id, state, credits, credits_max, error_code: error?.code ?? null },
    }));
    return {
      facts: { purchase_id: view.purchase_id, done: view.done, purchases: purchases.slice(0, 60) },
      charged: view.credits_charged,
      price,
      taskId: asked.task_id,
    };
  },
});

/** Nothing for a quote that was confirmed before: following it costs nothing, and it may be older than five minutes. */
async function priceOf({ deps, rows, token }: AgentCall, quote: string): Promise<{ min: number; max: number }> {
  if ((await rows.purchases.purchaseOfToken(tokenHash(quote)))?.owner_id === token.owner_id) return { min: 0, max: 0 };
  const { plan, ownerId } = readQuote(quote, deps.serverKey, deps.clock.nowMs());
  if (ownerId !== token.owner_id) throw new ToolRefusal("invalid_quote", "The quote was made for another owner.");
  return { min: 0, max: plan.most };
}
