import { z } from "zod";
import { DocumentId } from "../../contract/ids.ts";
import { checkQuotes } from "../../evidence/receipts/check-quote.ts";
import { withTimeLimit } from "../../spending/engine/waiting.ts";
import { type AgentCall, mayCallService, readerOf, spenderOf } from "../../spending/programs/agent-call.ts";
import { type Found, pageOfList, short } from "../../spending/programs/answer.ts";
import { checkMaximum, confirmQuote, purchaseOf } from "../../spending/programs/obtain.ts";
import { ToolRefusal } from "../../spending/programs/refusal.ts";
import { maxCredits, page, taskId, tool } from "../../spending/programs/tool.ts";
import type { PurchaseView } from "../../spending/wire.ts";
import {
  type CheckDeps,
  type CheckedClaim,
  type CheckedDraft,
  type CheckFinds,
  type CheckPlan,
  checkDraft,
  groupOf,
} from "./check-draft.ts";
import type { Draft } from "./draft.ts";
import { draftOfText } from "./draft-of-text.ts";

const textMax = 60_000;
const quotesMax = 20;
const linesShown = 20;

const input = z.object({
  text: z.string().min(1).max(textMax).optional().describe("The draft, Markdown or plain, in Japanese or English."),
  quotes: z
    .array(z.object({ document_id: DocumentId, quote: z.string().min(1).max(8_000) }))
    .max(quotesMax)
    .optional()
    .describe("Single quotes of named documents, looked for in owned text."),
  max_credits: maxCredits,
  task_id: taskId,
  page,
});

/** A check's dependencies at the time of a call. */
interface CheckParts {
  readonly deps: CheckDeps;
  finds(call: AgentCall): CheckFinds;
}

/** The tool by which a program checks what it wrote before it shows it. */
export const checkTool = (parts: () => CheckParts) =>
  tool({
    name: "check_draft",
    title: "Check a draft against filings",
    description:
      "Free with max_credits 0. Finds the quotations and figures of a text (issuer, item, period, scope; tables too) and ties each to owned filings: found, rounded, other_year, other_scale, other_scope, other_sign, neighbour, forecast, superseded, altered_words, not_in_it, or not_checked with the reason. Quotations of text that is not owned are looked for as whole sentences without figures (because: whole_sentence where found; free_limit until midnight in Japan). plan names the sections, or the package of figures (original_id), that would decide the rest; with max_credits above 0 they are bought, cheapest first, within it, and the text is checked again; purchase tells what did not arrive. quotes: found, ambiguous, changed, not_found, too_short or not_owned; `left_out` of an ellipsis may turn what the words say.",
    cost: "paid",
    readOnly: false,
    input,
    async run(call, asked): Promise<Found> {
      if (asked.text === undefined && asked.quotes === undefined)
        throw new ToolRefusal("invalid_arguments", "Give a text, quotes, or both.");
      const quotes = await quoteFacts(call, asked.quotes ?? []);
      if (asked.text === undefined) return { facts: quotes };
      const { deps, finds } = parts();
      const draft = draftOfText(asked.text, "markdown");
      const check = (of: Draft) => checkDraft(deps, readerOf(call), mayCallService(call) ? finds(call) : undefined, of);
      const first = await check(draft);
      const lines = affordable(first.plan, asked.max_credits);
      if (lines.length === 0) return { facts: { ...checkFacts(first, asked.page), ...quotes }, taskId: asked.task_id };
      const bought = await buyLines(call, lines, { max_credits: asked.max_credits, task_id: asked.task_id });
      const { charged, price, purchase } = bought;
      const facts = { ...checkFacts(await check(draft), asked.page), ...quotes, purchase };
      return { facts, charged, price, taskId: asked.task_id };
    },
  });

async function quoteFacts(
  call: AgentCall,
  quotes: readonly { readonly document_id: string; readonly quote: string }[],
) {
  if (quotes.length === 0) return {};
  const checked = await checkQuotes(call.deps, call.rows, readerOf(call), quotes);
  return {
    quotes: checked.map((each) => ({
      ...each,
      title: short(each.title),
      places: each.places.slice(0, 5).map((place) => ({ ...place, title: short(place.title, 120) })),
    })),
  };
}

/** The cheapest lines for each claim that are within the credits together. */
function affordable(plan: CheckPlan | null, most: number): CheckPlan["lines"] {
  let left = most;
  return (plan?.lines ?? []).filter(({ credits }) => {
    if (credits > left) return false;
    left -= credits;
    return true;
  });
}

/** Longer than a program waits for a section; what is still under way then goes on by itself. */
const runWithinMs = 45_000;

/** In one purchase, so that there is one price, one approval and one answer. */
async function buyLines(
  call: AgentCall,
  lines: CheckPlan["lines"],
  allowance: { readonly max_credits: number; readonly task_id: string | undefined },
) {
  const { purchaseService, deps } = call;
  const spender = spenderOf(call, allowance.task_id);
  const action = { kind: "basket", lines: lines.map((line) => line.action) } as const;
  const { token, price, owned } = await purchaseService.quote(spender, action);
  if (owned) return { charged: 0, price };
  checkMaximum(price, allowance.max_credits);
  const order = { token, max_credits: allowance.max_credits, price, label: null };
  const { purchase_id } = await confirmQuote(call, spender, order);
  const run = purchaseService.runner.baskets.run(purchase_id);
  await withTimeLimit(deps.clock, runWithinMs, run).catch(() => undefined);
  const { credits_charged: charged, done, intents } = await purchaseOf(call, spender, purchase_id);
  const missing = intents.filter(({ state }) => state !== "stored");
  return { charged, price, purchase: { purchase_id, done, missing: missing.slice(0, linesShown).map(missingFacts) } };
}

function missingFacts({ state, credits_max, error }: PurchaseView["intents"][number]) {
  const charged = state === "unknown" ? { may_have_charged: credits_max } : {};
  return { state, ...charged, ...(error === null ? {} : { code: error.code, detail: error.detail }) };
}

function checkFacts({ issuers, claims, counts, looked_in, plan }: CheckedDraft, at: number) {
  const { items, ...paging } = pageOfList(claims.map(claimFacts), at);
  return {
    counts,
    claims: items,
    ...paging,
    issuers,
    looked_in: looked_in
      .slice(0, linesShown)
      .map(({ document_id, title }) => ({ document_id, title: short(title, 80) })),
    plan:
      plan === null
        ? null
        : {
            credits: plan.credits,
            lines: plan.lines
              .slice(0, linesShown)
              .map(({ document_id, title, sections, claims: decided, credits, action }) => ({
                ...{ document_id, title: short(title, 80), credits },
                ...(action.kind === "original" ? { original_id: action.original_id } : {}),
                sections: sections.slice(0, 12).map(({ section_id }) => section_id),
                claims: decided.slice(0, 60),
              })),
          },
  };
}

function claimFacts({
  id,
  text,
  kind,
  issuer,
  item,
  period,
  scope,
  verdict,
  because,
  place,
  words,
  filed,
}: CheckedClaim) {
  return {
    ...{ id, text: short(text, 120), kind, verdict, group: groupOf(verdict) },
    ...(because === null ? {} : { because }),
    ...(kind === "quotation" ? { issuer } : { issuer, item: short(item, 60), period, scope }),
    ...(place === null ? {} : { place: { ...place, title: short(place.title, 80) } }),
    ...(words === null ? {} : { untrusted_words: short(words, 200) }),
    ...(filed === null ? {} : { untrusted_filed: short(filed, 120) }),
  };
}
