import { randomBytes } from "node:crypto";
import { taking } from "../../spending/engine/leases.ts";
import type { AgentSpender, Spender } from "../../spending/ports.ts";
import { lineKey, parseAction } from "../../spending/pricing/actions.ts";
import { agentRefusals, approvalLifeMs, spentTogether } from "../../spending/pricing/agent-limits.ts";
import { isWithin, planKey, planOfRow, planRow } from "../../spending/pricing/plan.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import { openTask } from "../../spending/tasks.ts";
import type { BasketPurchase, SinglePurchase } from "../../spending/wire.ts";
import type { AgentTokenRow } from "../../store/agent-tokens.ts";
import type { AnswerRow } from "../../store/answers.ts";
import { readQuestion } from "../../text/passages/read-question.ts";
import { answerView } from "./answer-view.ts";
import { endInterrupted } from "./end-from-store.ts";
import { type Matter, matterOf } from "./matter.ts";
import { planAnswer } from "./plan-answer.ts";
import type { AnswerDeps } from "./ports.ts";
import { type AnswerRun, type AnswerStart, type PlanStep, QuestionPlan, QuestionRequest } from "./record.ts";
import { runAnswer } from "./run-answer.ts";
import { type RunRecord, readRecord } from "./run-record.ts";
import { searchFor } from "./search-for.ts";

/** Plans, starts, stops and shows answers. Money is spent by the purchase engine alone, within the answer's task. */
const planLifeMs = 24 * 3_600_000;
const listedMax = 100;
const titleMax = 120;

/** The steps, their prices and where they stop. Free, and kept for a day. */
export async function planQuestion(
  answers: AnswerDeps,
  spender: Spender,
  asked: unknown,
  token: AgentTokenRow | null = null,
): Promise<QuestionPlan> {
  const request = QuestionRequest.parse(asked);
  const { rows, deps } = answers;
  const matter = await matterOf(answers, answers.finds(spender), spender, request);
  const answerId = `ans_${randomBytes(12).toString("base64url")}`;
  const nowMs = deps.clock.nowMs();
  const plan = planAnswer(matter, { planId: answerId, nowMs });
  const record: RunRecord = {
    request,
    weights: weightsOf(matter),
    budget: null,
    steps: [],
    passed_over: [],
    passages: [],
    figures: [],
    holds: false,
    not_looked_at: [],
    stopped_because: null,
  };
  await rows.atomically(async () => {
    await rows.answers.forgetPlans(nowMs - planLifeMs);
    await rows.answers.add({
      answer_id: answerId,
      owner_id: spender.ownerId,
      upstream: spender.upstream,
      token_id: token?.token_id ?? null,
      task_id: null,
      request: requestKey(request),
      state: "planned",
      plan: JSON.stringify(plan),
      record: JSON.stringify(record),
      asked_at: nowMs,
      alive_at: nowMs,
      stop_at: null,
      ended_at: null,
      runner: null,
      lease_until: null,
    });
  }, spender.ownerId);
  return plan;
}

function weightsOf({ documents }: Matter): Record<string, number> {
  return Object.fromEntries(documents.map(({ document, weight }) => [document.document_id, weight]));
}

function requestKey(request: QuestionRequest): string {
  return JSON.stringify(Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** For at most the named credits. The same start again is answered with the same run. */
export async function startAnswer(
  answers: AnswerDeps,
  spender: Spender,
  start: AnswerStart,
  token: AgentTokenRow | null = null,
): Promise<{ readonly run: AnswerRun; readonly running: Promise<void> }> {
  const { rows, deps } = answers;
  const nowMs = deps.clock.nowMs();
  const started = await rows.atomically(async (): Promise<AgentSpender | undefined> => {
    const row = await ownRow(answers, spender, start.plan_id);
    if (row.token_id !== (token?.token_id ?? null)) throw notFound();
    if (row.state !== "planned") return undefined;
    if (nowMs - row.asked_at >= planLifeMs)
      throw new PurchaseProblem(409, "plan_expired", "The plan is older than a day. Plan again.");
    const plan = QuestionPlan.parse(JSON.parse(row.plan));
    if (!isWithin({ most: plan.budget }, [start.max_credits])) {
      throw new PurchaseProblem(422, "over_budget", `The plan was made for ${plan.budget} credits. Nothing was run.`);
    }
    const most = start.max_credits;
    const budget = token === null ? most : await permittedCredits(answers, row, { token, most, plan });
    const agent = await taskFor(answers, row, { spender, token, plan, budget, nowMs });
    const record = { ...readRecord(row.record), budget };
    await rows.answers.start({ answer_id: row.answer_id, task_id: agent.taskId ?? "" }, taking(deps));
    await rows.answers.note({ answer_id: row.answer_id, record: JSON.stringify(record), at: nowMs });
    return agent;
  }, spender.ownerId);
  const running =
    started === undefined ? Promise.resolve() : runAnswer(answers, { ...spender, agent: started }, start.plan_id);
  return { run: await answerView(answers.rows, await ownRow(answers, spender, start.plan_id)), running };
}

interface Starting {
  readonly spender: Spender;
  readonly token: AgentTokenRow | null;
  readonly plan: QuestionPlan;
  readonly budget: number;
  readonly nowMs: number;
}

/**
 * From the owner's threshold on a person sees the plan first, and approves that much; the token's spending within the
 * hour and what its other questions may still charge count with it.
 */
async function permittedCredits(
  { rows, deps }: AnswerDeps,
  row: AnswerRow,
  { token, most, plan }: { readonly token: AgentTokenRow; readonly most: number; readonly plan: QuestionPlan },
): Promise<number> {
  const nowMs = deps.clock.nowMs();
  const { confirm_at } = await rows.budget.budget(row.owner_id);
  const spent = await spentTogether(rows.agents, { tokenId: token.token_id, taskId: row.task_id }, nowMs);
  const under = Math.max(0, confirm_at - 1 - spent);
  if (most <= under) return most;
  const action = linesOfPlan(plan, QuestionRequest.parse(readRecord(row.record).request));
  // There is nothing to show a person.
  if (action === undefined) return under;
  const of = { token_id: token.token_id, task_id: row.task_id };
  const approval = await rows.agents.approvalFor(of, planKey(action), nowMs - approvalLifeMs);
  if (approval?.state === "approved" && isWithin(planOfRow(approval), [most])) return most;
  const refusal = approval?.state === "declined" ? "approval_declined" : "approval_required";
  throw new PurchaseProblem(409, refusal, agentRefusals[refusal]);
}

/** That the plan's run at most so many credits waits for a person now. */
export async function needsApproval(
  answers: AnswerDeps,
  plan: QuestionPlan,
  { token, most }: { readonly token: AgentTokenRow; readonly most: number },
): Promise<boolean> {
  const row = await answers.rows.answers.find(plan.plan_id);
  if (row === undefined) return false;
  try {
    await permittedCredits(answers, row, { token, most, plan });
    return false;
  } catch (error) {
    if (error instanceof PurchaseProblem) return true;
    throw error;
  }
}

/** The task of a program's plan, opened before it runs, so that a person can be asked about it. */
export function taskOfPlan({ rows, deps }: AnswerDeps, plan: QuestionPlan, token: AgentTokenRow): Promise<string> {
  return rows.atomically(async () => {
    const row = await rows.answers.find(plan.plan_id);
    if (row?.task_id != null) return row.task_id;
    const task = await openTask(
      rows,
      token,
      { title: plan.question.slice(0, titleMax), budget: plan.budget },
      deps.clock.nowMs(),
    );
    await rows.answers.bindTask({ answer_id: plan.plan_id, task_id: task.task_id });
    return task.task_id;
  }, token.owner_id);
}

export interface KnownAnswer {
  readonly answer_id: string;
  readonly state: AnswerRow["state"];
  readonly plan: QuestionPlan;
}

/** A program's earlier answer to the same request. */
export async function knownAnswer(
  { rows }: AnswerDeps,
  { ownerId, upstream }: Pick<Spender, "ownerId" | "upstream">,
  request: QuestionRequest,
  of: { readonly token: AgentTokenRow; readonly sinceMs: number },
): Promise<KnownAnswer | undefined> {
  const row = await rows.answers.same(
    { owner_id: ownerId, token_id: of.token.token_id, request: requestKey(request) },
    of.sinceMs,
  );
  if (row === undefined || row.upstream !== upstream) return undefined;
  return { answer_id: row.answer_id, state: row.state, plan: QuestionPlan.parse(JSON.parse(row.plan)) };
}

/** The task whose budget bounds the run. A person's own start is their approval of the plan that they have seen. */
async function taskFor(
  { rows, deps }: AnswerDeps,
  row: AnswerRow,
  { spender, token, plan, budget, nowMs }: Starting,
): Promise<AgentSpender> {
  const title = plan.question.slice(0, titleMax);
  if (token !== null) {
    const taskId = row.task_id ?? (await openTask(rows, token, { title, budget }, nowMs)).task_id;
    return { tokenId: token.token_id, taskId };
  }
  const { ownerId } = spender;
  const tokenId = await rows.agents.ownToken(ownerId, { tokenId: deps.chance.id("tok"), nowMs });
  const taskId = deps.chance.id("task");
  const task = { task_id: taskId, owner_id: ownerId, token_id: tokenId, title, budget };
  await rows.agents.addTask({ ...task, state: "open", opened_at: nowMs, ended_at: null });
  const action = await basketOf(plan, { rows });
  if (action !== undefined) {
    await rows.agents.addApproval({
      approval_id: deps.chance.id("apr"),
      owner_id: ownerId,
      token_id: tokenId,
      task_id: taskId,
      ...planRow({ action, most: budget }),
      state: "approved",
      asked_at: nowMs,
      decided_at: nowMs,
    });
  }
  return { tokenId, taskId };
}

/** The lines of the plan that a person approves; undefined where it buys nothing. */
export async function basketOf(
  plan: QuestionPlan,
  { rows }: Pick<AnswerDeps, "rows">,
): Promise<BasketPurchase | undefined> {
  const row = await rows.answers.find(plan.plan_id);
  return row === undefined ? undefined : linesOfPlan(plan, QuestionRequest.parse(readRecord(row.record).request));
}

function linesOfPlan(plan: QuestionPlan, request: QuestionRequest): BasketPurchase | undefined {
  const lines = new Map<string, SinglePurchase>();
  for (const step of plan.steps.slice(0, plan.stops_at)) {
    const line = actionOf(plan, request, step);
    if (line === undefined) continue;
    const known = lines.get(lineKey(line));
    const both = known?.kind === "sections" && line.kind === "sections";
    lines.set(lineKey(line), both ? { ...line, sections: [...known.sections, ...line.sections] } : line);
  }
  if (lines.size === 0) return undefined;
  const basket = parseAction({ kind: "basket", lines: [...lines.values()] });
  return basket.kind === "basket" ? basket : undefined;
}

function actionOf(plan: QuestionPlan, request: QuestionRequest, step: PlanStep): SinglePurchase | undefined {
  if (step.kind === "owned_text" || step.kind === "owned_figures") return undefined;
  if (step.kind === "search") {
    const question = readQuestion(
      request.question,
      plan.issuers.flatMap(({ named_as }) => named_as ?? []),
    );
    return searchFor(
      request,
      question,
      plan.issuers.map(({ security_code }) => security_code),
    );
  }
  return {
    kind: "sections",
    document_id: step.document_id ?? "",
    sections: step.sections.map(({ section_id }) => section_id),
  };
}

export async function stopAnswer(
  answers: AnswerDeps,
  spender: Pick<Spender, "ownerId" | "upstream">,
  answerId: string,
): Promise<AnswerRun> {
  const row = await ownRow(answers, spender, answerId);
  await answers.rows.answers.stop({ answer_id: answerId, owner_id: row.owner_id, at: answers.deps.clock.nowMs() });
  return answerView(answers.rows, await ownRow(answers, spender, answerId));
}

/** Undefined for another owner's, as for one that doesn't exist. */
export async function answerOf(
  answers: AnswerDeps,
  reader: Pick<Spender, "ownerId" | "upstream">,
  answerId: string,
): Promise<AnswerRun | undefined> {
  const row = await answers.rows.answers.find(answerId);
  if (row === undefined || row.owner_id !== reader.ownerId || row.upstream !== reader.upstream) return undefined;
  return answerView(answers.rows, row);
}

/** Newest first, without plans that were not run. */
export async function listAnswers(
  answers: AnswerDeps,
  { ownerId, upstream }: Pick<Spender, "ownerId" | "upstream">,
): Promise<AnswerRun[]> {
  const rows = await answers.rows.answers.list(ownerId, upstream, listedMax);
  return Promise.all(rows.map((row) => answerView(answers.rows, row)));
}

async function ownRow(
  answers: AnswerDeps,
  reader: Pick<Spender, "ownerId" | "upstream">,
  answerId: string,
): Promise<AnswerRow> {
  const row = await answers.rows.answers.find(answerId);
  if (row === undefined || row.owner_id !== reader.ownerId || row.upstream !== reader.upstream) throw notFound();
  return row;
}

function notFound(): PurchaseProblem {
  return new PurchaseProblem(404, "answer_not_found", "There is no such answer.");
}

/**
 * Ends the runs whose process has ended: at the start, now and then, and before answers are shown. Each is ended by one
 * process, and what another one runs is left to it. `isAlone`: no other process can live.
 */
export async function endLeftAnswers(answers: AnswerDeps, { isAlone = false } = {}): Promise<void> {
  const { rows, deps } = answers;
  for (const row of await rows.answers.left(taking(deps, isAlone)))
    if (await rows.answers.take(row, taking(deps))) await endInterrupted(answers, row);
}
