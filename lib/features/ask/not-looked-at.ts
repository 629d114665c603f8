import type { ReadSection } from "./read-section.ts";
import type { PlanStep, QuestionPlan } from "./record.ts";
import type { RunRecord } from "./run-record.ts";

/** Steps that need an approval, steps of the plan that were not taken, and documents that were found and left out. */
export function notLookedAt(
  plan: QuestionPlan,
  record: Pick<RunRecord, "steps" | "passed_over">,
): RunRecord["not_looked_at"] {
  const named = (step: PlanStep) => step.sections.map(({ section_id }) => `${step.document_id} ${section_id}`);
  const seen = new Set(
    record.steps.flatMap((step) => (step.outcome === "read" || step.outcome === "bought" ? named(step) : [])),
  );
  const left = [...record.passed_over, ...plan.steps].flatMap((step, at) => {
    const sections = step.sections.filter(({ section_id }) => !seen.has(`${step.document_id} ${section_id}`));
    for (const each of named(step)) seen.add(each);
    if (sections.length === 0) return [];
    return [
      {
        document_id: step.document_id,
        document_title: step.document_title,
        sections: sections.map(({ section_id, title }) => ({ section_id, title })),
        credits: sections.length === step.sections.length ? step.credits : null,
        ...(at < record.passed_over.length ? { needs_approval: true as const } : {}),
      },
    ];
  });
  const shown = new Set([...left, ...record.steps].map(({ document_id }) => document_id));
  const whole = plan.documents.filter(({ document_id }) => !shown.has(document_id));
  return [
    ...left,
    ...whole.map(({ document_id, title, whole_credits }) => ({
      document_id,
      document_title: title,
      sections: [],
      credits: whole_credits,
    })),
  ];
}

/** Texts that are owned and could not be read within their time. */
export function leftOut(plan: QuestionPlan, unread: readonly ReadSection[]): RunRecord["not_looked_at"] {
  return unread.map(({ documentId, node }) => ({
    document_id: documentId,
    document_title: plan.documents.find(({ document_id }) => document_id === documentId)?.title ?? null,
    sections: [{ section_id: node.id, title: node.title ?? node.id }],
    credits: 0,
  }));
}
