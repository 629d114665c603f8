import { renewEveryMs } from "../../kit/process/leases.ts";
import { logger } from "../../log.ts";
import { taking } from "../../spending/engine/leases.ts";
import type { Spender } from "../../spending/ports.ts";
import { isPartOf, spentTogether } from "../../spending/pricing/agent-limits.ts";
import { planOfRow } from "../../spending/pricing/plan.ts";
import type { SinglePurchase } from "../../spending/wire.ts";
import type { AnswerRow } from "../../store/answers.ts";
import { answerView } from "./answer-view.ts";
import { buyStep } from "./buy-step.ts";
import { endFailed } from "./end-from-store.ts";
import { coveredOf } from "./coverage.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { ReadSection } from "./read-section.ts";
import { type Matter, matterOfPlan } from "./matter.ts";
import { type ChosenStep, factSteps, newState, nextStep, noteTaken, ownedSteps } from "./next-step.ts";
import { leftOut, notLookedAt } from "./not-looked-at.ts";
import type { AnswerDeps } from "./ports.ts";
import { missingOf, proveEvidence } from "./prove.ts";
import { noteHits, textsOf } from "./read-step.ts";
import { type PlanStep, QuestionPlan, QuestionRequest, type StopReason } from "./record.ts";
import { type RunRecord, readRecord } from "./run-record.ts";

/**
 * The run of a plan: what is owned first, then the step with the most expected evidence for each credit, chosen anew
 * after each, until the evidence holds or the budget ends. Each step is written down before it is bought.
 */
const failuresMax = 4;

export async function runAnswer(answers: AnswerDeps, spender: Spender, answerId: string): Promise<void> {
  const row = await answers.rows.answers.find(answerId);
  if (row === undefined || row.task_id === null) return;
  const run = new Run(answers, spender, row, row.task_id);
  const letGo = keepTaken(answers, answerId);
  try {
    await run.take();
  } catch (error) {
    await endFailed(answers, (await answers.rows.answers.find(answerId)) ?? row, error);
  } finally {
    letGo();
  }
}

/** Renews the lease for as long as the run lasts, whatever it waits for. */
function keepTaken({ rows, deps }: AnswerDeps, answerId: string): () => void {
  let hasEnded = false;
  let timer = deps.clock.timer(renewEveryMs);
  const renewing = async (): Promise<void> => {
    for (;;) {
      await timer.done;
      if (hasEnded) return;
      // After a failed renewal another process ends the run, and nothing more is recorded or bought here.
      await rows.answers.renew(answerId, taking(deps)).catch(() => undefined);
      timer = deps.clock.timer(renewEveryMs);
    }
  };
  void renewing();
  return () => {
    hasEnded = true;
    timer.cancel();
  };
}

class Run {
  readonly #answers: AnswerDeps;
  readonly #spender: Spender;
  readonly #row: AnswerRow;
  readonly #taskId: string;
  readonly #plan: QuestionPlan;
  readonly #record: RunRecord;
  readonly #read: ReadSection[] = [];
  readonly #unread: ReadSection[] = [];
  readonly #state = newState();
  #matter: Matter | undefined;

  constructor(answers: AnswerDeps, spender: Spender, row: AnswerRow, taskId: string) {
    this.#answers = answers;
    this.#spender = spender;
    this.#row = row;
    this.#taskId = taskId;
    this.#plan = QuestionPlan.parse(JSON.parse(row.plan));
    this.#record = readRecord(row.record);
  }

  async take(): Promise<void> {
    const request = QuestionRequest.parse(this.#record.request);
    const finds = this.#answers.finds(this.#spender);
    const asked = { request, plan: this.#plan, weights: this.#record.weights };
    const matter = await matterOfPlan(this.#answers, finds, this.#spender, asked);
    this.#matter = matter;
    const noteRead = (step: PlanStep) =>
      this.#record.steps.push({ ...step, outcome: "read", purchase_id: null, error_code: null });
    for (const step of factSteps(matter, this.#state)) noteRead(step);
    if ((await this.#evidence(matter)).holds) return this.end("done", "evidence");
    for (const step of ownedSteps(matter, this.#state)) {
      noteRead(step);
      await this.#readTexts(matter, step);
    }
    await this.#note();
    let failures = 0;
    for (;;) {
      if ((await this.#evidence(matter)).holds) return this.end("done", "evidence");
      if (await this.#isStopped()) return this.end("stopped", "stopped_by_owner");
      // The process ends, and buys nothing more.
      if (this.#answers.purchaseService.runner.isClosing) return this.end("stopped", "interrupted");
      const left = await this.#left();
      const chosen = await this.#choose(matter, left);
      if (chosen === undefined) return this.end("done", this.#reasonToEnd(matter, left));
      const bought = await this.#buy(chosen, left);
      noteTaken(matter, this.#state, chosen.step);
      if (bought.outcome === "bought" || bought.outcome === "read") {
        await this.#readTexts(matter, chosen.step);
        await noteHits(this.#answers, finds, this.#spender, { matter, state: this.#state, action: chosen.action });
      } else if (bought.errorCode === "approval_required") this.#passOver(chosen.step);
      else failures += 1;
      if (bought.ends || failures > failuresMax)
        return (await this.#isStopped()) ? this.end("stopped", "stopped_by_owner") : this.end("failed", "refused");
    }
  }

  /** The best step that may be bought; a better one that needs an approval is noted. */
  async #choose(matter: Matter, left: number): Promise<ChosenStep | undefined> {
    const best = nextStep(matter, this.#state, left);
    const isAllowed = await this.#permission();
    if (best === undefined || isAllowed(best.action, best.step.credits)) return best;
    this.#passOver(best.step);
    return nextStep(matter, this.#state, left, isAllowed);
  }

  #passOver(step: PlanStep): void {
    const { passed_over } = this.#record;
    const same = (one: PlanStep) =>
      one.document_id === step.document_id &&
      step.sections.every(({ section_id }) => one.sections.some((each) => each.section_id === section_id));
    if (!passed_over.some(same)) passed_over.push(step);
  }

  #reasonToEnd(matter: Matter, left: number): StopReason {
    let rest = left;
    // Whatever is left within the budget needs an approval.
    for (
      let next = nextStep(matter, this.#state, rest);
      next !== undefined;
      next = nextStep(matter, this.#state, rest)
    ) {
      this.#passOver(next.step);
      noteTaken(matter, this.#state, next.step);
      rest -= next.step.credits;
    }
    if (this.#record.passed_over.length > 0) return "threshold";
    return nextStep(matter, this.#state, Infinity) === undefined ? "nothing_left" : "budget";
  }

  /** Never more than what the ledger leaves of the confirmed maximum: what is unknown counts with its maximum. */
  async #left(): Promise<number> {
    return Math.max(0, (this.#record.budget ?? 0) - (await this.#answers.rows.agents.spent({ task: this.#taskId })));
  }

  async #isStopped(): Promise<boolean> {
    const { rows } = this.#answers;
    return (
      (await rows.answers.find(this.#row.answer_id))?.stop_at != null ||
      (await rows.agents.task(this.#taskId))?.state !== "open"
    );
  }

  /** Part of the plan that a person approved, or under the owner's threshold with what was spent shortly before. */
  async #permission(): Promise<(action: SinglePurchase, credits: number) => boolean> {
    const { rows, deps } = this.#answers;
    const agent = { tokenId: this.#spender.agent?.tokenId ?? "", taskId: this.#taskId };
    const [{ confirm_at }, approvals, before] = await Promise.all([
      rows.budget.budget(this.#spender.ownerId),
      rows.agents.approvedOfTask({ token_id: agent.tokenId, task_id: agent.taskId }, 0),
      spentTogether(rows.agents, agent, deps.clock.nowMs()),
    ]);
    const approved = approvals.map((row) => planOfRow(row).action);
    const lines = approved.flatMap((action) => (action.kind === "basket" ? action.lines : []));
    return (action, credits) => credits + before < confirm_at || lines.some((line) => isPartOf(action, line));
  }

  async #buy({ step, action }: ChosenStep, left: number) {
    const running = { ...step, outcome: "running" as const, purchase_id: null, error_code: null };
    this.#record.steps.push(running);
    await this.#note();
    const bought = await buyStep(this.#answers, this.#spender, { action, most: left });
    const { outcome, purchaseId, errorCode } = bought;
    this.#record.steps[this.#record.steps.length - 1] = {
      ...step,
      outcome,
      purchase_id: purchaseId,
      error_code: errorCode,
    };
    await this.#note();
    return bought;
  }

  async #readTexts(matter: Matter, step: ChosenStep["step"]): Promise<void> {
    const document = matter.documents.find((each) => each.document.document_id === step.document_id);
    if (document === undefined) return;
    this.#read.push(...(await textsOf(this.#answers, this.#spender, document, step)));
  }

  /** Unreadable texts are left out from then on, and named at the end. */
  async #evidence(matter: Matter): Promise<Evidence> {
    const evidence = await evidenceOf(this.#answers.deps.texts, matter, this.#read);
    this.#state.covered = coveredOf(matter.issuers, evidence.missing);
    for (const each of evidence.unread) this.#unread.push(...this.#read.splice(this.#read.indexOf(each), 1));
    return evidence;
  }

  async #note(): Promise<void> {
    const { deps, rows } = this.#answers;
    const record = JSON.stringify(this.#record);
    await rows.answers.note({ answer_id: this.#row.answer_id, record, at: deps.clock.nowMs() });
  }

  /** Proves what was found, and closes the task: its budget is free for others again. */
  async end(state: "done" | "stopped" | "failed", because: StopReason): Promise<void> {
    const record = this.#record;
    if (this.#matter !== undefined) {
      const evidence = await this.#evidence(this.#matter);
      record.missing = missingOf(evidence.missing, (code) => this.#priceOfNext(code));
      Object.assign(record, await proveEvidence(this.#answers, this.#spender, evidence, this.#matter.question.asksFor));
    }
    await this.#word();
    // What can't be proved word for word is not found.
    await this.#close(state, because === "evidence" && !record.holds ? "nothing_left" : because);
  }

  /** Undefined where no document of the issuer is known, null where nothing of it is left to buy. */
  #priceOfNext(code: string): number | null | undefined {
    const matter = this.#matter;
    const documents = matter?.documents.filter(({ document }) => document.security_code === code) ?? [];
    if (matter === undefined || documents.length === 0) return undefined;
    const searched = { ...this.#state, searched: true };
    return nextStep({ ...matter, documents }, searched, Infinity)?.step.credits ?? null;
  }

  async #close(state: "done" | "stopped" | "failed", because: StopReason): Promise<void> {
    const { rows, deps } = this.#answers;
    const record = this.#record;
    record.stopped_because = because;
    record.not_looked_at = [...leftOut(this.#plan, this.#unread), ...notLookedAt(this.#plan, record)];
    const at = deps.clock.nowMs();
    await rows.atomically(async () => {
      await rows.answers.end({ answer_id: this.#row.answer_id, state, record: JSON.stringify(record), at });
      await rows.agents.endTask({ ownerId: this.#row.owner_id, taskId: this.#taskId, state: "closed", at });
    }, this.#row.owner_id);
  }

  /** Without a model, or where it fails, the answer is its passages. */
  async #word(): Promise<void> {
    const { word, rows } = this.#answers;
    if (word === undefined || this.#record.passages.length === 0) return;
    const view = await answerView(rows, { ...this.#row, record: JSON.stringify(this.#record) });
    const wording = await word(view).catch((error: unknown) => {
      logger().warn({ err: error }, "an answer was not worded");
      return undefined;
    });
    if (wording !== undefined) this.#record.wording = wording;
  }
}
