import { snapshotOfRow } from "../purchases/pricing/document-facts.ts";
import { readStoredAnswer } from "../contract/tolerant.ts";
import type { AnswerRow } from "../store/answers.ts";
import { sectionTree } from "../toc/section-tree.ts";
import { answerView } from "./answer-view.ts";
import { evidenceOf, type ReadSection } from "./evidence.ts";
import type { AnswerDeps } from "./ports.ts";
import { proveEvidence } from "./prove.ts";
import { readQuestion } from "./read-question.ts";
import { textsOf } from "./read-step.ts";
import { type LedgerLine, Plan } from "./record.ts";
import { notLookedAt } from "./run-answer.ts";
import { readRecord } from "./run-record.ts";

/**
 * Ends a run that a crash interrupted, from the store alone: the step that was under way gets the outcome that its
 * purchase had, and the evidence is read from what is owned by now. Asking again goes on from there, for 0 where it is
 * owned.
 */
export async function endInterrupted(answers: AnswerDeps, row: AnswerRow): Promise<void> {
  const { rows, deps } = answers;
  const plan = Plan.parse(JSON.parse(row.plan));
  const record = readRecord(row.record);
  const question = readQuestion(
    plan.question,
    plan.issuers.flatMap(({ named_as }) => named_as ?? []),
  );
  const reader = { ownerId: row.owner_id, upstream: row.upstream };
  const seen = await answerView(rows, row);
  const texts: ReadSection[] = [];
  for (const [at, step] of record.steps.entries()) {
    const found = step.document_id === null ? [] : await ownedTexts(answers, reader, step.document_id, step.sections);
    texts.push(...found);
    if (step.outcome !== "running") continue;
    record.steps[at] = { ...step, outcome: outcomeOf(seen.steps[at]?.ledger ?? []), error_code: "interrupted" };
  }
  const evidence = evidenceOf(question, texts);
  const proved = await proveEvidence(answers, reader, evidence, question.asksFor);
  const ended = { ...record, ...proved, holds: evidence.holds, stopped_because: "interrupted" as const };
  const at = deps.clock.nowMs();
  await rows.atomically(async () => {
    const done = { ...ended, not_looked_at: notLookedAt(plan, ended) };
    await rows.answers.end({ answer_id: row.answer_id, state: "stopped", record: JSON.stringify(done), at });
    if (row.task_id !== null)
      await rows.agents.endTask({ ownerId: row.owner_id, taskId: row.task_id, state: "closed", at });
  }, row.owner_id);
}

function outcomeOf(ledger: readonly LedgerLine[]): "bought" | "failed" | "unknown" {
  if (ledger.every(({ state }) => state === "failed")) return "failed";
  return ledger.some(({ state }) => state === "unknown") ? "unknown" : "bought";
}

async function ownedTexts(
  answers: AnswerDeps,
  reader: { readonly ownerId: string; readonly upstream: string },
  documentId: string,
  sections: Parameters<typeof textsOf>[3]["sections"],
): Promise<ReadSection[]> {
  const stored = await answers.rows.artifacts.snapshot(reader.ownerId, reader.upstream, documentId);
  if (stored === undefined) return [];
  const period_end = snapshotOfRow(stored).summary?.period_end ?? null;
  const tree = sectionTree(readStoredAnswer("getToc", stored.toc)?.toc ?? []);
  return textsOf(answers, reader, { tree, document: { document_id: documentId, period_end } }, { sections });
}
