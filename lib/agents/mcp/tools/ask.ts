import { z } from "zod";
import {
  answerOf,
  basketOf,
  endLeftAnswers,
  knownAnswer,
  planQuestion,
  startAnswer,
  taskOfPlan,
} from "../../../answers/answer-service.ts";
import { wordingEndpoint } from "../../../answers/endpoint.ts";
import { runningAnswers } from "../../../running-app.ts";
import { type AnswerRun, documentsMax, issuersMax, type Plan, QuestionRequest } from "../../../answers/record.ts";
import { spentOfPlan } from "../../../answers/spent-of-plan.ts";
import { settings } from "../../../env.ts";
import { approvalLifeMs, planOf } from "../../../purchases/pricing/agent-limits.ts";
import { withTimeLimit } from "../../../purchases/spending/waiting.ts";
import { type AgentCall, spenderOf } from "../agent-call.ts";
import { type Found, pageOfList, short } from "../answer.ts";
import { approvalNeeded } from "../obtain.ts";
import { ToolRefusal } from "../refusal.ts";
import { day, maxCredits, page, tool } from "../tool.ts";

/** How long a call waits for the end of a run; the same call again goes on waiting. */
const waitMs = 25_000;
const sameForMs = 24 * 3_600_000;
const boughtMax = 20;

const input = z.object({
  question: z.string().min(2).max(1_000).describe("In Japanese or English; name the issuer and the year in it."),
  mode: z.enum(["plan", "run"]).default("run").describe("plan: free, the steps with prices and where they stop."),
  max_credits: maxCredits,
  security_codes: z.array(z.string().max(5)).max(issuersMax).optional(),
  document_ids: z.array(z.string().max(128)).max(documentsMax).optional(),
  since: day.optional(),
  until: day.optional(),
  page,
});
type Asked = z.infer<typeof input>;

export const ask = tool({
  name: "ask",
  title: "Answer a question from filings",
  description:
    "Costs credits, at most max_credits in all. Reads what is owned, then buys the sections that promise most for each credit until the evidence holds: passages with receipts, and figures of tables. Opens its own task. The same call again is the same answer. A person approves max_credits from the owner's threshold on; after approval_required make the call again.",
  cost: "paid",
  readOnly: false,
  input,
  async run(call, asked): Promise<Found> {
    const request = requestOf(asked);
    const spender = spenderOf(call, undefined);
    await endLeftAnswers(call.answers);
    const nowMs = call.deps.clock.nowMs();
    const known = await knownAnswer(call.answers, spender, request, { token: call.token, sinceMs: nowMs - sameForMs });
    if (asked.mode === "plan") {
      const plan =
        known?.state === "planned" ? known.plan : await planQuestion(call.answers, spender, request, call.token);
      return { facts: planFacts(plan, asked.page), price: { min: 0, max: asked.max_credits } };
    }
    if (known !== undefined && (known.state === "running" || known.state === "done"))
      return shown(call, known.answer_id, asked);
    const plan =
      known?.state === "planned" ? known.plan : await planQuestion(call.answers, spender, request, call.token);
    const start = { plan_id: plan.plan_id, max_credits: await permittedCredits(call, plan, asked.max_credits) };
    const { running } = await startAnswer(call.answers, spender, start, call.token);
    runningAnswers().goOn(running);
    await withTimeLimit(call.deps.clock, waitMs, running).catch(() => undefined);
    return shown(call, plan.plan_id, asked);
  },
});

function requestOf({ question, security_codes, document_ids, since, until, max_credits }: Asked): QuestionRequest {
  const given = Object.entries({ security_codes, document_ids, since, until }).filter(
    ([, value]) => value !== undefined,
  );
  const parsed = QuestionRequest.safeParse({ ...Object.fromEntries(given), question, budget: max_credits });
  if (parsed.success) return parsed.data;
  throw new ToolRefusal("invalid_arguments", z.prettifyError(parsed.error));
}

/**
 * What the run may charge. From the owner's threshold on a person sees the plan first, and approves that much; what the
 * token bought of the plan's documents within the hour counts with it.
 */
async function permittedCredits(call: AgentCall, plan: Plan, most: number): Promise<number> {
  const { rows, deps, token } = call;
  const nowMs = deps.clock.nowMs();
  const { confirm_at } = await rows.budget.budget(token.owner_id);
  const spent = await spentOfPlan(rows, { tokenId: token.token_id, taskId: null }, plan, nowMs);
  const under = Math.max(0, confirm_at - 1 - Math.max(0, ...spent.values()));
  if (most <= under) return most;
  const action = await basketOf(plan, call.answers);
  // There is nothing to show a person.
  if (action === undefined) return under;
  const taskId = await taskOfPlan(call.answers, plan, token);
  const of = { token_id: token.token_id, task_id: taskId };
  const approval = await rows.agents.approvalFor(of, planOf(action), nowMs - approvalLifeMs);
  if (approval?.state === "approved" && approval.credits_max >= most) return most;
  if (approval?.state === "declined")
    throw new ToolRefusal("approval_declined", "A person has declined this plan. Nothing was run.");
  throw await approvalNeeded(call, { action, credits: most, taskId, price: { min: 0, max: most } });
}

function planFacts(plan: Plan, at: number) {
  const steps = plan.steps.map(({ step_id, kind, document_id, document_title, query, sections, credits }, index) => ({
    ...{ step_id, kind, document_id, query, credits },
    document: short(document_title, 80),
    sections: sections.slice(0, 12).map(({ title }) => short(title, 60)),
    section_count: sections.length,
    within_budget: index < plan.stops_at,
  }));
  const { items, ...paging } = pageOfList(steps, at);
  const { plan_id, asks_for, budget, most, total_if_all, issuers } = plan;
  return {
    answer_id: plan_id,
    state: "planned",
    asks_for,
    issuers,
    budget,
    most,
    total_if_all,
    /** Bought text leaves the house there when the run ends, which is said before it. */
    passages_sent_to: wordingEndpoint(settings().answerEndpoint),
    steps: items,
    ...paging,
  };
}

async function shown(call: AgentCall, answerId: string, asked: Asked): Promise<Found> {
  const run = await answerOf(call.answers, spenderOf(call, undefined), answerId);
  if (run === undefined) throw new Error("an answer that was started is not there");
  return { facts: runFacts(run, asked.page), charged: run.spent, taskId: run.task_id ?? undefined };
}

/** What each step bought, or may have bought; it is owned and read for 0. */
function boughtBy({ outcome, document_id, query, sections, ledger }: AnswerRun["steps"][number]) {
  if (outcome !== "bought" && outcome !== "unknown") return [];
  const credits = ledger.reduce((sum, line) => sum + (line.credits ?? 0), 0);
  return [
    { outcome, document_id, query, sections: sections.map(({ section_id }) => section_id).slice(0, 12), credits },
  ];
}

function failureDetail({ id, code }: NonNullable<AnswerRun["failure"]>, spent: number): string {
  return `The run failed (${code}); the app's log has it as ${id}. Up to ${spent} credits were charged for what bought names: it is owned, and the same call again reads it for 0.`;
}

/** A model's sentences that were not struck. Only their quotes, which stand in these passages, are verified. */
function wordingFacts({ sentences }: NonNullable<AnswerRun["wording"]>) {
  return sentences
    .filter(({ struck }) => !struck)
    .slice(0, 10)
    .map(({ text, quotes, translated }) => ({
      untrusted_text: short(text, 400),
      passages: [...new Set(quotes.map(({ passage }) => passage))],
      translated: translated === true,
    }));
}

function runFacts(run: AnswerRun, at: number) {
  const passages = run.passages.map(({ document_id, section_id, heading, page: number, text, receipt_id, sha256 }) => ({
    ...{ document_id, section_id, page: number, receipt_id, sha256 },
    untrusted_heading: short(heading, 120),
    untrusted_passage: short(text, 3_000),
  }));
  const { items, ...paging } = pageOfList(passages, at);
  return {
    answer_id: run.answer_id,
    state: run.state,
    holds: run.holds,
    stopped_because: run.stopped_because,
    ...(run.failure === undefined ? {} : { failure: run.failure, detail: failureDetail(run.failure, run.spent) }),
    bought: run.steps.flatMap(boughtBy).slice(0, boughtMax),
    figures: run.figures.map(({ row, column, value, unit, document_id, section_id, passage }) => ({
      ...{ document_id, section_id, passage },
      untrusted_row: short(row, 80),
      untrusted_column: short(column, 80),
      untrusted_value: short(value, 40),
      unit,
    })),
    passages: items,
    ...(run.wording === undefined ? {} : { unverified_wording: wordingFacts(run.wording) }),
    ...paging,
    steps: run.steps.length,
    not_looked_at: run.not_looked_at.reduce((sum, { sections }) => sum + Math.max(1, sections.length), 0),
  };
}
