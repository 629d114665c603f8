import { z } from "zod";
import { type AnswerEndpoint, wordingEndpoint } from "../../kit/settings/answer-endpoint.ts";
import { withTimeLimit } from "../../spending/engine/waiting.ts";
import { type AgentCall, spenderOf } from "../../spending/programs/agent-call.ts";
import { type Found, pageOfList, short } from "../../spending/programs/answer.ts";
import { approvalNeeded } from "../../spending/programs/obtain.ts";
import { problemIn, ToolRefusal } from "../../spending/programs/refusal.ts";
import { day, maxCredits, page, tool } from "../../spending/programs/tool.ts";
import { plainText } from "../../text/format/plain-text.ts";
import {
  answerOf,
  basketOf,
  endLeftAnswers,
  knownAnswer,
  needsApproval,
  planQuestion,
  startAnswer,
  taskOfPlan,
} from "./answer-service.ts";
import { comparisonOf } from "../../text/passages/compare-figures.ts";
import type { AnswerDeps } from "./ports.ts";
import {
  type AnswerRun,
  documentsMax,
  type FigureFact,
  issuersMax,
  type QuestionPlan,
  QuestionRequest,
} from "./record.ts";

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
  whole_market: z.literal(true).optional().describe("Where no issuer is named: search all of them."),
  page,
});
type Asked = z.infer<typeof input>;

interface Answers {
  readonly answers: AnswerDeps;
  /** The model that words answers, if there is one. */
  readonly endpoint: AnswerEndpoint | undefined;
}

/** The tool of programs that answers a question, by what answers are made with at the time of a call. */
export const askTool = (parts: () => Answers) =>
  tool({
    name: "ask",
    title: "Answer a question from filings",
    description:
      "Costs credits, at most max_credits in all. Reads what is owned, then buys the sections that promise most for each credit until the evidence holds: passages with receipts, and figures of tables. Opens its own task. The same call again is the same answer. A person approves max_credits from the owner's threshold on; after approval_required make the call again.",
    cost: "paid",
    readOnly: false,
    input,
    async run(call, asked): Promise<Found> {
      const { answers, endpoint } = parts();
      const request = requestOf(asked);
      const spender = spenderOf(call, undefined);
      await endLeftAnswers(answers);
      const nowMs = call.deps.clock.nowMs();
      const known = await knownAnswer(answers, spender, request, { token: call.token, sinceMs: nowMs - sameForMs });
      if (asked.mode === "plan") {
        const plan =
          known?.state === "planned" ? known.plan : await planQuestion(answers, spender, request, call.token);
        const needs_approval = await needsApproval(answers, plan, { token: call.token, most: asked.max_credits });
        const facts = { ...planFacts(endpoint, plan, asked.page), needs_approval };
        return { facts, price: { min: 0, max: asked.max_credits } };
      }
      if (known !== undefined && (known.state === "running" || known.state === "done"))
        return shown(answers, call, { answerId: known.answer_id, asked });
      const plan = known?.state === "planned" ? known.plan : await planQuestion(answers, spender, request, call.token);
      if (plan.needs_issuer === true)
        throw new ToolRefusal("issuer_needed", issuerNeeded, { price: { min: 0, max: 0 } });
      const start = { plan_id: plan.plan_id, max_credits: asked.max_credits };
      const { running } = await startAnswer(answers, spender, start, call.token).catch((error: unknown) =>
        askPerson(answers, call, { plan, most: asked.max_credits, error }),
      );
      answers.goOn(running);
      await withTimeLimit(call.deps.clock, waitMs, running).catch(() => undefined);
      return shown(answers, call, { answerId: plan.plan_id, asked });
    },
  });

const issuerNeeded =
  "The question names no issuer that is known, so nothing was bought. Give security_codes, or whole_market.";

function requestOf({ question, max_credits, ...asked }: Asked): QuestionRequest {
  const { security_codes, document_ids, since, until, whole_market } = asked;
  const given = Object.entries({ security_codes, document_ids, since, until, whole_market }).filter(
    ([, value]) => value !== undefined,
  );
  const parsed = QuestionRequest.safeParse({ ...Object.fromEntries(given), question, budget: max_credits });
  if (parsed.success) return parsed.data;
  throw new ToolRefusal("invalid_arguments", z.prettifyError(parsed.error));
}

/** A plan that a person has to approve is put before them, in the task that its run will have. */
async function askPerson(
  answers: AnswerDeps,
  call: AgentCall,
  { plan, most, error }: { readonly plan: QuestionPlan; readonly most: number; readonly error: unknown },
): Promise<never> {
  const isUnapproved = problemIn(error)?.code === "approval_required";
  const action = isUnapproved ? await basketOf(plan, answers) : undefined;
  if (action === undefined) throw error;
  const taskId = await taskOfPlan(answers, plan, call.token);
  throw await approvalNeeded(call, { plan: { action, most }, taskId, price: { min: 0, max: most } });
}

function planFacts(endpoint: AnswerEndpoint | undefined, plan: QuestionPlan, at: number) {
  const steps = plan.steps.map(({ step_id, kind, document_id, document_title, query, sections, credits }, index) => ({
    ...{ step_id, kind, document_id, query, credits },
    document: short(document_title, 80),
    sections: sections.slice(0, 12).map(({ title }) => short(title, 60)),
    section_count: sections.length,
    within_budget: index < plan.stops_at,
  }));
  const { items, ...paging } = pageOfList(steps, at);
  const { plan_id, asks_for, budget, most, total_if_all, issuers, needs_issuer = false } = plan;
  return {
    answer_id: plan_id,
    state: "planned",
    asks_for,
    issuers,
    needs_issuer,
    budget,
    most,
    total_if_all,
    /** Bought text leaves the house there when the run ends, which is said before it. */
    passages_sent_to: wordingEndpoint(endpoint),
    steps: items,
    ...paging,
  };
}

async function shown(
  answers: AnswerDeps,
  call: AgentCall,
  { answerId, asked }: { readonly answerId: string; readonly asked: Asked },
): Promise<Found> {
  const run = await answerOf(answers, spenderOf(call, undefined), answerId);
  if (run === undefined) throw new Error("an answer that was started is not there");
  return { facts: runFacts(run, asked.page), charged: run.spent, taskId: run.task_id ?? undefined };
}

/** Purchases of each step, certain or possible; each is owned and read for 0. */
function boughtBy({ outcome, document_id, query, sections, ledger }: AnswerRun["steps"][number]) {
  if (outcome !== "bought" && outcome !== "unknown") return [];
  const credits = ledger.reduce((sum, line) => sum + (line.credits ?? 0), 0);
  return [
    { outcome, document_id, query, sections: sections.map(({ section_id }) => section_id).slice(0, 12), credits },
  ];
}

const thresholdDetail =
  "What was left to buy reaches the owner's confirmation threshold, with what this token spent within the hour, and no person has approved it. needs_approval names sections that were passed over: buy them with plan and confirm, where a person is asked.";

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

/** A figure of an owned package: by these it is found in it. */
function factFacts({ element, label_en, start, end, basis, exact, original_id, sha256, ...place }: FigureFact) {
  return {
    ...{ element: short(element, 160), start, end, basis, exact, original_id, sha256 },
    untrusted_label_en: short(label_en, 120),
    untrusted_document: short(place.document_title, 80),
    untrusted_heading: short(place.heading, 120),
  };
}

export function runFacts(run: AnswerRun, at: number) {
  const periods = new Map(run.plan.documents.map(({ document_id, period_end }) => [document_id, period_end]));
  const passages = run.passages.map((each) => ({
    document_id: each.document_id,
    issuer: short(each.issuer_name, 80),
    period_end: periods.get(each.document_id) ?? null,
    section_id: each.section_id,
    page: each.page,
    untrusted_heading: short(each.heading, 120),
    untrusted_passage: short(plainText(each.text), 3_000),
    receipt_id: each.receipt_id,
    sha256: each.sha256,
  }));
  const { items, ...paging } = pageOfList(passages, at);
  return {
    answer_id: run.answer_id,
    state: run.state,
    holds: run.holds,
    missing: run.missing ?? [],
    stopped_because: run.stopped_because,
    ...(run.failure === undefined ? {} : { failure: run.failure, detail: failureDetail(run.failure, run.spent) }),
    ...(run.stopped_because === "threshold" ? { detail: thresholdDetail } : {}),
    bought: run.steps.flatMap(boughtBy).slice(0, boughtMax),
    figures: run.figures.map(
      ({ row, column, value, unit, document_id, section_id, passage, security_code = null, period = null, fact }) => ({
        ...{ security_code, period, document_id, section_id, passage },
        untrusted_row: short(row, 80),
        untrusted_column: short(column, 80),
        untrusted_value: short(value, 40),
        unit,
        ...(fact === undefined ? {} : { xbrl: factFacts(fact) }),
      }),
    ),
    comparison: comparisonOf(run.figures) ?? null,
    passages: items,
    ...(run.wording === undefined ? {} : { unverified_wording: wordingFacts(run.wording) }),
    ...paging,
    steps: run.steps.length,
    needs_approval: run.not_looked_at.flatMap(({ needs_approval, document_id, sections, credits }) =>
      needs_approval === undefined
        ? []
        : [{ document_id, sections: sections.map(({ section_id }) => section_id).slice(0, 12), credits }],
    ),
    not_looked_at: run.not_looked_at.reduce((sum, { sections }) => sum + Math.max(1, sections.length), 0),
  };
}
