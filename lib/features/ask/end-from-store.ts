import { DocumentId } from "../../contract/ids.ts";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import { logger } from "../../log.ts";
import { snapshotOfRow } from "../../spending/pricing/document-facts.ts";
import { problemOfError } from "../../spending/problems.ts";
import type { AnswerRow } from "../../store/answers.ts";
import { readQuestion } from "../../text/passages/read-question.ts";
import { type SectionTree, sectionTree } from "../../text/toc/section-tree.ts";
import { answerView } from "./answer-view.ts";
import { evidenceOf } from "./evidence.ts";
import type { ReadSection } from "./read-section.ts";
import { leftOut, notLookedAt } from "./not-looked-at.ts";
import { ownedFacts } from "./owned-facts.ts";
import type { AnswerDeps } from "./ports.ts";
import { missingOf, proveEvidence } from "./prove.ts";
import { textsOf } from "./read-step.ts";
import { type LedgerLine, QuestionPlan, QuestionRequest } from "./record.ts";
import { type RunRecord, readRecord } from "./run-record.ts";

/**
 * Ends a run that can't go on, from the store alone: the step that was under way gets the outcome that its purchase had,
 * and the evidence is read from what is owned by now. Asking again goes on from there, for 0 where it is owned.
 */
export async function endInterrupted(answers: AnswerDeps, row: AnswerRow): Promise<void> {
  try {
    const record = await withOutcomes(answers, row, "interrupted");
    const { found, unread } = await provedFromStore(answers, row, record);
    await end(answers, row, "stopped", { ...record, ...found, stopped_because: "interrupted" }, unread);
  } catch (error) {
    await endFailed(answers, row, error);
  }
}

/** After an exception. The answer names the line of the log, and shows what can still be proved. */
export async function endFailed(answers: AnswerDeps, row: AnswerRow, error: unknown): Promise<void> {
  const failure = { id: answers.deps.chance.id("err"), code: problemOfError(error).code };
  const of = { failureId: failure.id, ...(row.task_id === null ? {} : { taskId: row.task_id }) };
  logger().error({ err: error, code: failure.code, ...of }, "an answer failed");
  const record = await withOutcomes(answers, row, failure.code);
  const { found, unread } = await provedFromStore(answers, row, record).catch((again: unknown) => {
    logger().error({ err: again, ...of }, "what a failed answer bought was not looked through");
    return { found: { passages: [], figures: [], holds: false, missing: [] }, unread: [] };
  });
  await end(answers, row, "failed", { ...record, ...found, stopped_because: "failed", failure }, unread);
}

/** The record as it was written down, with the ledger's outcome of what was under way. */
async function withOutcomes({ rows }: AnswerDeps, row: AnswerRow, errorCode: string): Promise<RunRecord> {
  const record = readRecord(row.record);
  const seen = await answerView(rows, row);
  const steps = record.steps.map((step, at) =>
    step.outcome === "running"
      ? { ...step, outcome: outcomeOf(seen.steps[at]?.ledger ?? []), error_code: errorCode }
      : step,
  );
  return { ...record, steps };
}

function outcomeOf(ledger: readonly LedgerLine[]): "bought" | "failed" | "unknown" {
  if (ledger.every(({ state }) => state === "failed")) return "failed";
  return ledger.every(({ state }) => state === "failed" || state === "stored") ? "bought" : "unknown";
}

async function provedFromStore(answers: AnswerDeps, row: AnswerRow, { steps, request }: RunRecord) {
  const plan = QuestionPlan.parse(JSON.parse(row.plan));
  const question = readQuestion(
    plan.question,
    plan.issuers.flatMap(({ named_as }) => named_as ?? []),
  );
  const reader = { ownerId: row.owner_id, upstream: row.upstream };
  const texts: ReadSection[] = [];
  for (const { document_id, sections } of steps) {
    if (document_id !== null) texts.push(...(await ownedTexts(answers, reader, document_id, sections)));
  }
  const { issuers } = plan;
  const facts = await ownedFacts(answers, reader, {
    ...{ question, issuers, request: QuestionRequest.parse(request), listed: plan.documents },
    treeOf: (documentId) => storedTree(answers, reader, documentId),
  });
  const evidence = await evidenceOf(answers.deps.texts, { question, issuers, facts }, texts);
  const proved = await proveEvidence(answers, reader, evidence, question.asksFor);
  return {
    found: { ...proved, missing: missingOf(evidence.missing, () => null) },
    unread: evidence.unread,
  };
}

async function end(
  { rows, deps }: AnswerDeps,
  row: AnswerRow,
  state: "stopped" | "failed",
  record: RunRecord,
  unread: readonly ReadSection[],
): Promise<void> {
  const at = deps.clock.nowMs();
  const plan = QuestionPlan.parse(JSON.parse(row.plan));
  await rows.atomically(async () => {
    const done = { ...record, not_looked_at: [...leftOut(plan, unread), ...notLookedAt(plan, record)] };
    await rows.answers.end({ answer_id: row.answer_id, state, record: JSON.stringify(done), at });
    if (row.task_id !== null)
      await rows.agents.endTask({ ownerId: row.owner_id, taskId: row.task_id, state: "closed", at });
  }, row.owner_id);
}

async function ownedTexts(
  answers: AnswerDeps,
  reader: { readonly ownerId: string; readonly upstream: string },
  documentId: string,
  sections: Parameters<typeof textsOf>[3]["sections"],
): Promise<ReadSection[]> {
  const stored = await answers.rows.artifacts.snapshot(reader.ownerId, reader.upstream, documentId);
  const tree = await storedTree(answers, reader, documentId);
  if (stored === undefined || tree === undefined) return [];
  const { summary } = snapshotOfRow(stored);
  const document = {
    document_id: DocumentId.parse(documentId),
    period_end: summary?.period_end ?? null,
    security_code: summary?.security_code ?? null,
  };
  return textsOf(answers, reader, { tree, document }, { sections });
}

async function storedTree(
  { rows }: AnswerDeps,
  { ownerId, upstream }: { readonly ownerId: string; readonly upstream: string },
  documentId: string,
): Promise<SectionTree | undefined> {
  const stored = await rows.artifacts.snapshot(ownerId, upstream, documentId);
  return stored && sectionTree(readStoredAnswer("getToc", stored.toc)?.toc ?? []);
}
