import { z } from "zod";
import { sectionsOf } from "../../spending/kinds/unit.ts";
import { KindSchema } from "../../spending/library/purchase-views.ts";
import type { PurchaseStore } from "../../spending/ports.ts";
import type { AnswerRow, TaskCharge } from "../../store/answers.ts";
import { type AnswerRun, type LedgerLine, QuestionPlan } from "./record.ts";
import { readRecord, type StoredStep } from "./run-record.ts";

/**
 * An answer as its owner sees it. Charges are read from the ledger by the answer's task each time, so that no crash can
 * leave one out: what belongs to no step that was written down is listed beside the steps.
 */
export async function answerView(rows: PurchaseStore, row: AnswerRow): Promise<AnswerRun> {
  const plan = QuestionPlan.parse(JSON.parse(row.plan));
  const record = readRecord(row.record);
  const [charges, spent, bought] = await Promise.all([
    row.task_id === null ? [] : await rows.answers.charges(row.task_id),
    row.task_id === null ? 0 : await rows.agents.spent({ task: row.task_id }),
    boughtBySteps(rows, record.steps),
  ]);
  const left = new Map(charges.map((each) => [each.intent_id, each]));
  const steps = record.steps.map((step) => {
    const own = [...left.values()].filter((charge) => belongsTo(bought, charge, step));
    for (const { intent_id } of own) left.delete(intent_id);
    return { ...step, ledger: own.map(lineOf) };
  });
  return {
    answer_id: row.answer_id,
    state: row.state,
    plan,
    budget: record.budget ?? plan.budget,
    spent,
    task_id: row.task_id,
    steps,
    other_ledger: [...left.values()].map(lineOf),
    passages: record.passages,
    figures: record.figures,
    holds: record.holds,
    ...(record.missing === undefined ? {} : { missing: record.missing }),
    not_looked_at: record.not_looked_at,
    stopped_because: record.stopped_because,
    ...(record.failure === undefined ? {} : { failure: record.failure }),
    asked_at: new Date(row.asked_at).toISOString(),
    ended_at: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    ...(record.wording === undefined ? {} : { wording: record.wording }),
  };
}

/** The intents of the steps' purchases. */
type BoughtBySteps = ReadonlyMap<string, ReadonlySet<string>>;

async function boughtBySteps(rows: PurchaseStore, steps: readonly StoredStep[]): Promise<BoughtBySteps> {
  const ids = [...new Set(steps.flatMap(({ purchase_id }) => purchase_id ?? []))];
  const found = await Promise.all(ids.map((id) => rows.purchases.intentsOf(id)));
  return new Map(ids.map((id, at) => [id, new Set(found[at]?.map(({ intent_id }) => intent_id))]));
}

const Search = z.object({ query: z.string() });

/** By its purchase, else by what was bought: a crash may have come before the purchase was written down. */
function belongsTo(bought: BoughtBySteps, charge: TaskCharge, step: StoredStep): boolean {
  if (step.purchase_id !== null) return bought.get(step.purchase_id)?.has(charge.intent_id) === true;
  const kind = KindSchema.parse(charge.kind);
  if (step.kind === "search") {
    return kind === "search_documents" && Search.safeParse(JSON.parse(charge.params)).data?.query === step.query;
  }
  if (step.kind !== "sections" || kind !== "sections") return false;
  const sections = sectionsOf({ kind, params: charge.params });
  const wanted = new Set(step.sections.map(({ section_id }) => section_id));
  return sections.length > 0 && sections.every((id) => wanted.has(id));
}

function lineOf({ intent_id, state, credits, credits_max, at }: TaskCharge): LedgerLine {
  const charged = state === "stored" ? credits : state === "failed" ? 0 : null;
  return { intent_id, state, credits: charged, credits_max, at: new Date(at).toISOString() };
}
